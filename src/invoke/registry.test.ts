import { expect, test } from "vitest";
import { spec } from "../model/spec.test-support.js";
import { Registry } from "./registry.js";
import type { Runner } from "./runner.js";

const runner: Runner = { run: () => Promise.reject(new Error("never run")) };

const names = (registry: Registry) => registry.list().map(({ name }) => name);

test("an offer that replaces another is one change, and no tool that both have is ever missing", () => {
  const registry = new Registry();
  const first = registry.add([spec("a"), spec("b")], runner);
  const seen: (readonly string[])[] = [];
  using _ = registry.onChange(() => seen.push(names(registry)));
  const second = registry.add([spec("b"), spec("c")], runner, first);
  expect(seen).toEqual([["b", "c"]]);
  first[Symbol.dispose]();
  expect(names(registry)).toEqual(["b", "c"]);
  second[Symbol.dispose]();
  expect(names(registry)).toEqual([]);
});

test("an offer with a name that another has changes nothing", () => {
  const registry = new Registry();
  registry.add([spec("a")], runner);
  const other = registry.add([spec("b")], runner);
  expect(() => registry.add([spec("a")], runner, other)).toThrow("The tool s.a is already offered.");
  expect(names(registry)).toEqual(["a", "b"]);
});
