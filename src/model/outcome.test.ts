import { describe, expect, test } from "vitest";
import { exceptionFault } from "./exception.js";
import { fault } from "./fault.js";
import { canonicalText, modelText } from "./model-text.js";
import { clamp, normalise } from "./normalise.js";
import { raised, returned } from "./outcome.js";
import { payload } from "./payload.js";
import { isToolResponse, ToolResponse } from "./response.js";

class QuotaError extends Error {}

describe("exceptionFault", () => {
  test.each<[string, unknown, string, string]>([
    ["an error", new RangeError("too far"), "RangeError", "too far"],
    ["an error without a message", new RangeError(), "RangeError", "RangeError"],
    ["a subclass that names itself only by its class", new QuotaError("q"), "QuotaError", "q"],
    ["a string", "plain", "string", "plain"],
    ["an object", { code: 7 }, "Object", '{"code":7}'],
    ["undefined", undefined, "undefined", "undefined"],
    ["null", null, "null", "null"],
    ["a bigint", 10n, "bigint", "10"],
    ["a symbol", Symbol("s"), "symbol", "Symbol(s)"],
    [
      "a thing with a hostile getter",
      Object.defineProperty(new Error("x"), "message", {
        get: () => {
          throw 1;
        },
      }),
      "Error",
      "Error",
    ],
  ])("%s", (_, thrown, type, message) => {
    expect(exceptionFault(thrown)).toMatchObject({ kind: "exception", language: "typescript", type, message });
  });

  test("the chain of causes is kept, a cycle ends it", () => {
    const inner = new TypeError("k");
    const outer = new Error("o", { cause: inner });
    inner.cause = outer;
    expect(exceptionFault(outer).causes).toEqual([{ language: "typescript", type: "TypeError", message: "k" }]);
  });
});

describe("normalise", () => {
  test("a raw look-alike is a success", () => {
    const raw = { success: false, error: "no" };
    expect(isToolResponse(raw)).toBe(false);
    expect(normalise("t", returned(ToolResponse.success(raw)), 3)).toMatchObject({
      success: true,
      error: null,
      result: raw,
      executionTimeMs: 3,
      toolName: "t",
    });
  });

  test("an explicit empty error stays a failure", () => {
    const response = normalise("t", returned(ToolResponse.error("")), 0);
    expect(response).toMatchObject({ success: false, error: "", fault: { kind: "tool_error" } });
    expect(modelText({ ...response, result: null })).toBe("Tool t failed.");
  });

  test("an exception's text is for people, not for the model", () => {
    const response = normalise("t", raised(exceptionFault(new Error("postgres://u:p@h"))), 1);
    expect(response.error).toBe("postgres://u:p@h");
    expect(modelText({ ...response, result: null })).toBe("Tool t execute failed.");
  });

  test("texts are cut at 8 KiB between code points", () => {
    const text = clamp(`a${"😀".repeat(5000)}`);
    expect(Buffer.byteLength(text)).toBe(8189);
    expect(text.isWellFormed()).toBe(true);
    const { fault: reason } = normalise("t", raised(fault("exception", "e".repeat(20_000))), 0);
    expect(reason?.message.length).toBe(8192);
  });
});

describe("model text", () => {
  test.each([
    ['{"a": 1, "b":[1.0, 1e21, 1e-7, -0.0, 0.10]}', '{"a":1,"b":[1.0,1e+21,1e-7,-0.0,0.1]}'],
    ["9223372036854775001", "9223372036854775001"],
    ["1e20", "100000000000000000000.0"],
    ['{"é":"\\u00e9\\ud83d\\ude00"}', '{"é":"é😀"}'],
    ["true", "true"],
    [`["a\\\\\\"b" , "\\ud800"]`, `["a\\\\\\"b","\ufffd"]`],
  ])("%s", (json, text) => expect(canonicalText(json)).toBe(text));

  test("text of many megabytes", () => {
    const json = `{"a":${JSON.stringify(`\\"`.repeat(3_000_000))}}`;
    expect(canonicalText(json).length).toBe(json.length);
  });

  test.each([
    ['"plain"', "plain"],
    ["null", "null"],
    ['{"a":1}', '{"a":1}'],
  ])("of the result %s", (json, text) => {
    expect(modelText(normalise("t", returned(ToolResponse.success(payload(json))), 0))).toBe(text);
  });
});
