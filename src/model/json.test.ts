import { describe, expect, test } from "vitest";
import { float } from "./float.js";
import { payload } from "./payload.js";
import { isTooDeep, readJsonText } from "./read-json.js";
import { writeJson } from "./write-json.js";

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("writeJson", () => {
  test.each<[string, unknown, string]>([
    ["integers at any size", [1, 2n ** 53n + 1n, 2n ** 64n - 1n], "[1,9007199254740993,18446744073709551615]"],
    ["floats that are integral", [float(1), 1e20, -0, 2 ** 53], "[1.0,1e20,-0.0,9.007199254740992e15]"],
    ["other floats", [0.1, 1e-7, 1.5e300], "[0.1,1e-7,1.5e300]"],
    ["undefined", { a: undefined, b: [undefined] }, '{"b":[null]}'],
    ["a void result", undefined, "null"],
    ["an error", new TypeError("disk full"), '{"name":"TypeError","message":"disk full"}'],
    ["an instant", new Date(Date.UTC(2026, 0, 2, 3, 4, 5)), '"2026-01-02T03:04:05Z"'],
    ["an instant with a fraction", new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 120)), '"2026-01-02T03:04:05.12Z"'],
    ["an instant whose seconds end in 0", new Date(Date.UTC(2026, 0, 2, 3, 4, 10)), '"2026-01-02T03:04:10Z"'],
    ["bytes", { b: new Uint8Array([251, 255, 0]) }, '{"b":"+/8A"}'],
    ["a lone surrogate", "a\ud800b", '"a\ufffdb"'],
    [
      "a map with keys of other kinds",
      new Map<unknown, string>([
        [2, "a"],
        [true, "b"],
        [null, "c"],
      ]),
      '{"2":"a","true":"b","null":"c"}',
    ],
    ["a set", new Set([1, 2]), "[1,2]"],
    ["special keys", JSON.parse('{"":1,"__proto__":2,"constructor":3}'), '{"":1,"__proto__":2,"constructor":3}'],
    ["what has toJSON", { toJSON: () => ({ x: float(2) }) }, '{"x":2.0}'],
    ["a JSON payload inside", { p: payload("1.50") }, '{"p":1.50}'],
    [
      "an opaque payload inside",
      [payload(new Uint8Array([1]), "image/png")],
      '[{"media_type":"image/png","base64":"AQ=="}]',
    ],
  ])("%s", (_, value, text) => expect(writeJson(value)).toEqual({ ok: true, text }));

  test.each<[string, unknown, string[]]>([
    ["NaN and infinities", { a: Number.NaN, b: [1, -Infinity] }, ["/a", "/b/1"]],
    ["functions and symbols", [() => 1, Symbol("s")], ["/0", "/1"]],
    ["a cycle", cycle, ["/self"]],
    [
      "keys that become equal",
      new Map<unknown, string>([
        [1, "a"],
        ["1", "b"],
      ]),
      [""],
    ],
    ["keys that need escapes", { "a/b": { "~": Number.NaN } }, ["/a~1b/~0"]],
    ["depth 513", JSON.parse(nested(513)), [`${"/0".repeat(512)}`]],
    ["a float that is none", float(Number.NaN), [""]],
  ])("names every place: %s", (_, value, paths) => {
    const written = writeJson(value);
    expect(written.ok ? [] : written.problems.map((p) => p.path)).toEqual(paths);
  });

  test("depth 512 is fine, and one object twice is no cycle", () => {
    expect(writeJson(JSON.parse(nested(512))).ok).toBe(true);
    const shared = { a: 1n };
    expect(writeJson([shared, shared])).toEqual({ ok: true, text: '[{"a":1},{"a":1}]' });
  });
});

describe("readJsonText", () => {
  test.each<[string, string, unknown]>([
    ["a large integer", "9007199254740993", 9007199254740993n],
    ["a small integer beside one", "[1,18446744073709551615]", [1, 18446744073709551615n]],
    ["digits inside a string", '["9007199254740993n"]', ["9007199254740993n"]],
    ["a root string that looks like a bigint", '"9007199254740993n"', "9007199254740993n"],
    ["a large integer under __proto__", '{"__proto__":9007199254740993}', JSON.parse('{"__proto__":0}')],
    ["an escaped lone surrogate", '"\\ud800"', "\ufffd"],
    ["an escaped pair", '"\\ud83d\\ude00"', "😀"],
    ["a repeated key", '{"a":1,"a":9007199254740993}', { a: 9007199254740993n }],
  ])("%s", (name, text, value) => {
    const read = readJsonText(text);
    if (name.includes("__proto__")) {
      expect(read.ok && Object.getOwnPropertyDescriptor(read.value, "__proto__")?.value).toBe(9007199254740993n);
    } else expect(read).toEqual({ ok: true, value });
  });

  test.each(["", "01", "[1,]", "NaN", "{'a':1}", '{"a":', "1e400", nested(513), nested(100_000)])(
    "refuses %#",
    (text) => expect(readJsonText(text).ok).toBe(false),
  );

  test("brackets in strings are not depth", () => {
    expect(isTooDeep(`["${"[".repeat(2000)}\\"${"[".repeat(10)}"]`)).toBe(false);
    expect(isTooDeep(nested(512))).toBe(false);
    expect(isTooDeep(nested(513))).toBe(true);
  });
});
