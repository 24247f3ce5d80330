import { describe, expect, test } from "vitest";
import { headerMismatch, headersOf, paramHeaders } from "./param-headers.js";

const schema = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const region = { type: "string", "x-mcp-header": "Region" };

describe("declared headers", () => {
  test("are found at every depth of properties, and nowhere else", () => {
    const nested = schema({ region, at: schema({ row: { type: "integer", "x-mcp-header": "Row" } }), other: {} });
    expect(paramHeaders(nested)).toEqual([
      { path: ["region"], header: "Region" },
      { path: ["at", "row"], header: "Row" },
    ]);
    expect(paramHeaders(schema({}, { default: { "x-mcp-header": 1 } }))).toEqual([]);
  });

  test.each([
    [schema({ a: { type: "string", "x-mcp-header": "" } }), "no header name"],
    [schema({ a: { type: "string", "x-mcp-header": "a b" } }), "no header name"],
    [schema({ a: { type: "string", "x-mcp-header": 7 } }), "no header name"],
    [schema({ a: { type: "object", "x-mcp-header": "A" } }), "needs a string"],
    [schema({ a: { type: "number", "x-mcp-header": "A" } }), "needs a string"],
    [schema({ a: region, b: { ...region, "x-mcp-header": "REGION" } }), "two properties"],
    [schema({ a: { type: "array", items: region } }), "no property of the arguments"],
    [schema({}, { anyOf: [schema({ a: region })] }), "no property of the arguments"],
    [{ ...schema({}), "x-mcp-header": "A" }, "no property of the arguments"],
  ])("%j cannot be used", (given, why) => expect(paramHeaders(given)).toContain(why));
});

describe("headers of a call", () => {
  const of = (value: string) => headersOf([{ path: ["a"], header: "A" }], `{"a":${value}}`)["Mcp-Param-A"];

  test.each([
    ['"plain"', "plain"],
    ['"two words\\tand a tab"', "two words\tand a tab"],
    ['" led"', "=?base64?IGxlZA==?="],
    ['"\\tled"', "=?base64?CWxlZA==?="],
    ['"followed "', "=?base64?Zm9sbG93ZWQg?="],
    ['"é"', "=?base64?w6k=?="],
    ['"a\\nb"', "=?base64?YQpi?="],
    ['""', "=?base64??="],
    ['"=?base64?YQ==?="', "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
    ["7", "7"],
    ["9007199254740993", "9007199254740993"],
    ["true", "true"],
    ["null", undefined],
    ["{}", undefined],
  ])("%s is %s", (value, header) => expect(of(value)).toBe(header));

  test("a path that does not lead anywhere has none", () => {
    expect(headersOf([{ path: ["b", "c"], header: "A" }], '{"a":1}')).toEqual({});
  });
});

describe("headers that came", () => {
  const of = (value: string, header: string | null) =>
    headerMismatch([{ path: ["a"], header: "A" }], `{"a":${value}}`, () => header);

  test.each([
    ['"x"', "x"],
    ['"x"', "=?base64?eA==?="],
    ["7", "7.0"],
    ["null", "anything"],
    ["{}", null],
    ['"=?base64?eA==?="', "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("for %s %s is right", (value, header) => expect(of(value, header)).toBeUndefined());

  test.each([
    ['"x"', null, "needs the header Mcp-Param-A"],
    ['"x"', "X", "is not the argument a"],
    ['"x"', "eA==", "is not the argument a"],
    ['"x"', "=?base64?eA=?=", "no valid base64"],
    ['"x"', "=?base64?e!==?=", "no valid base64"],
    ['"x"', "=?base64?/w==?=", "no valid base64"],
    ["7", "8", "is not the argument a"],
    ['"7"', "7x", "is not the argument a"],
  ])("for %s %s is wrong", (value, header, why) => expect(of(value, header)).toContain(why));
});
