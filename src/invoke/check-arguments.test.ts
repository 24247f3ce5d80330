import { describe, expect, test } from "vitest";
import { payload } from "../model/payload.js";
import { checkArguments } from "./check-arguments.js";
import { schemaCheck } from "./schema-check.js";

const schema = schemaCheck({
  type: "object",
  properties: {
    q: { type: "string" },
    n: { type: "integer" },
    after: { type: "string" },
    opts: { anyOf: [{ type: "object" }, { type: "null" }] },
    list: { type: "array", items: { type: "integer" } },
    either: { type: ["string", "object"] },
    filter: { type: "object" },
    slow: { type: "string", pattern: "^(a+)+$" },
  },
});
const strict = schemaCheck({
  type: "object",
  properties: { a: { type: "integer" } },
  required: ["a", "b"],
  additionalProperties: false,
});
const text = (args: string, injected?: string) => {
  const checked = checkArguments(payload(args), injected === undefined ? null : payload(injected), {
    input: schema,
    hidden: null,
  });
  return checked.ok ? checked.text : checked.problems;
};

describe("checkArguments", () => {
  test.each<[string, string, string]>([
    ["empty text", "", "{}"],
    ["white space", " \n", "{}"],
    ["null", "null", "{}"],
    ["a string of nothing", '""', "{}"],
    ["an object in a string", '"{\\"q\\":\\"x\\"}"', '{"q":"x"}'],
    ["untouched digits", '{"n": 9007199254740993, "x": 1.0}', '{"n": 9007199254740993, "x": 1.0}'],
    ["an optional null", '{"q":"x", "after": null, "x":1.0}', '{"q":"x","x":1.0}'],
    ["an optional null at the end", '{"q":"x","after":null}', '{"q":"x"}'],
    ["two optional nulls at the end", '{"q":"x","after":null,"n":null}', '{"q":"x"}'],
    ["the only property", '{"after":null}', "{}"],
    ["repeated nulls", '{"after":null,"q":"x","after":null}', '{"q":"x"}'],
    ["a nullable null", '{"opts":null}', '{"opts":null}'],
    ["a nested null", '{"filter":{"owner":null}}', '{"filter":{"owner":null}}'],
    ["an object as text", '{"opts":"{\\"x\\":[1.0]}"}', '{"opts":{"x":[1.0]}}'],
    ["an array as text", '{"list":"[1,2]"}', '{"list":[1,2]}'],
    ["text where text is allowed", '{"either":"{}"}', '{"either":"{}"}'],
    ["the word null", '{"q":"null"}', '{"q":"null"}'],
    ["JSON-looking text for a string", '{"q":"{\\"k\\":1}"}', '{"q":"{\\"k\\":1}"}'],
    ["an unknown key", '{"zzz":1,"constructor":2}', '{"zzz":1,"constructor":2}'],
  ])("%s", (_, args, wanted) => expect(text(args)).toBe(wanted));

  test.each<[string, string]>([
    ["truncated", '{"a":"xx'],
    ["an array", "[1]"],
    ["a number", "1"],
    ["a string of text", '"hello"'],
    ["depth 10,000", "[".repeat(10_000) + "]".repeat(10_000)],
  ])("refuses %s", (_, args) => expect(text(args)).toMatchObject([{ path: "" }]));

  test("lists every problem with its pointer", () => {
    const checked = checkArguments(payload('{"a":"x","c":1}'), null, { input: strict, hidden: null });
    expect(checked.ok ? [] : checked.problems).toEqual([
      { path: "/b", reason: "is required" },
      { path: "/c", reason: "is not allowed" },
      { path: "/a", reason: "must be integer, not string" },
    ]);
  });

  test("injected arguments win and keep the others' digits", () => {
    expect(text('{"q":"model","n":9007199254740993}', '{"q":"framework"}')).toBe(
      '{"n":9007199254740993,"q":"framework"}',
    );
    expect(text("{}", '{"q":"f"}')).toBe('{"q":"f"}');
  });

  test("a catastrophic pattern cannot hang the sidecar", () => {
    const started = performance.now();
    expect(text(`{"slow":"${"a".repeat(20_000)}!"}`)).toMatchObject([{ path: "/slow" }]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
