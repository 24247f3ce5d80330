import { expect, test } from "vitest";
import type { ToolSpec } from "../model/spec.js";
import { withDigest } from "../model/spec-digest.js";
import { Registry } from "./registry.js";
import type { Runner } from "./runner.js";

const runner: Runner = { run: () => Promise.reject(new Error("never run")) };

function spec(source: string, name: string): ToolSpec {
  return withDigest({
    name,
    description: "",
    inputSchema: { type: "object" },
    injectedSchema: null,
    outputSchema: null,
    type: "function",
    source,
    timeout: null,
    idempotent: false,
  });
}

const names = (registry: Registry) => registry.list().map(({ name }) => name);

test("an offer that replaces another is one change, and no tool that both have is ever missing", () => {
  const registry = new Registry();
  const first = registry.add([spec("s", "a"), spec("s", "b")], runner);
  const seen: (readonly string[])[] = [];
  using _ = registry.onChange(() => seen.push(names(registry)));
  const second = registry.add([spec("s", "b"), spec("s", "c")], runner, first);
  expect(seen).toEqual([["b", "c"]]);
  first[Symbol.dispose]();
  expect(names(registry)).toEqual(["b", "c"]);
  second[Symbol.dispose]();
  expect(names(registry)).toEqual([]);
});

test("an offer with a name that another has changes nothing", () => {
  const registry = new Registry();
  registry.add([spec("s", "a")], runner);
  const other = registry.add([spec("s", "b")], runner);
  expect(() => registry.add([spec("s", "a")], runner, other)).toThrow("The tool s.a is already offered.");
  expect(names(registry)).toEqual(["a", "b"]);
});
