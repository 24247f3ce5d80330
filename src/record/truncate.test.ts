import { describe, expect, test } from "vitest";
import { type Bounds, truncate } from "./truncate.js";

const bounds: Bounds = { maxStringLength: 5, maxArrayElements: 2, maxDepth: 3 };
const cut = (attributes: Record<string, unknown>, more: Partial<Bounds> = {}) =>
  truncate(attributes, { ...bounds, ...more });

describe("truncate", () => {
  test("what is within the bounds stays, and nothing is said to be cut", () => {
    const value = { s: "12345", l: [1, 2], o: { p: { q: 1 } }, n: null, b: true, i: 2n ** 63n };
    expect(cut(value)).toEqual({ value, truncated: false });
  });

  test("a string says how many characters are missing", () => {
    expect(cut({ s: "1234567" })).toEqual({
      value: { s: { truncatedString: "12345...", omittedChars: 2 } },
      truncated: true,
    });
  });

  test("a string is cut between code points", () => {
    expect(cut({ s: "1234😀5" }).value).toEqual({ s: { truncatedString: "1234...", omittedChars: 3 } });
  });

  test("a list says how many elements are missing, and what it keeps is cut too", () => {
    expect(cut({ l: ["1234567", { s: "1234567" }, 3] }).value).toEqual({
      l: {
        truncatedList: [
          { truncatedString: "12345...", omittedChars: 2 },
          { s: { truncatedString: "12345...", omittedChars: 2 } },
        ],
        omittedElements: 1,
      },
    });
  });

  test("an object at the deepest level keeps its scalars alone", () => {
    expect(cut({ a: { b: { s: "x", o: {}, l: [] } } })).toEqual({
      value: { a: { b: { truncatedObject: { s: "x" }, omittedFields: 2 } } },
      truncated: true,
    });
  });

  test("an object at the deepest level without nested values keeps its shape", () => {
    expect(cut({ a: { b: { s: "1234567", n: 1 } } }).value).toEqual({
      a: { b: { s: { truncatedString: "12345...", omittedChars: 2 }, n: 1 } },
    });
  });

  test("elements stand at the level of their list, and a list in a list is one level deeper", () => {
    expect(cut({ l: [{ o: { p: {} } }] }).value).toEqual({ l: [{ o: { truncatedObject: {}, omittedFields: 1 } }] });
    expect(cut({ l: [[{ o: {} }]] }).value).toEqual({ l: [[{ truncatedObject: {}, omittedFields: 1 }]] });
  });

  test("0 disables a bound", () => {
    const value = { s: "1234567", l: [1, 2, 3], a: { b: { c: { d: {} } } } };
    const none = { maxStringLength: 0, maxArrayElements: 0, maxDepth: 0 };
    expect(cut(value, none)).toEqual({ value, truncated: false });
  });

  test("__proto__ is an ordinary key", () => {
    const value = JSON.parse('{"__proto__":{"s":"1234567"}}');
    expect(JSON.stringify(cut(value).value)).toBe(
      '{"__proto__":{"s":{"truncatedString":"12345...","omittedChars":2}}}',
    );
  });
});
