import { describe, expect, test } from "vitest";
import { fault } from "./fault.js";
import { float } from "./float.js";
import { modelText } from "./model-text.js";
import { OCTET_STREAM, type Payload, payload } from "./payload.js";
import { ToolResponse } from "./response.js";
import { responseJson } from "./response-json.js";
import { received, unread } from "./unread.js";

const arrived = (result: Payload | null): ToolResponse<Payload | null> => ({
  ...ToolResponse.success(result),
  executionTimeMs: 3,
  toolName: "t",
});

const REST = '"success":true,"error":null,"execution_time_ms":3,"tool_name":"t","blocks":[],"fault":null}';

describe("the canonical JSON", () => {
  test.each([
    ["1.0", "a digit more than a JavaScript number keeps"],
    ['{"z":1,"a":[1e2, 18446744073709551615]}', "key order, spacing and exponent of its writer"],
    ["null", "a void tool"],
    ['""', "an empty text"],
  ])("holds %s as it arrived: %s", (json) => {
    expect(responseJson(unread(received(arrived(payload(json)))))).toBe(`{"result":${json},${REST}`);
  });

  test("shows bytes with their media type", () => {
    const bytes = received(arrived(payload(new Uint8Array([255]), OCTET_STREAM)));
    expect(bytes.result).toEqual(new Uint8Array([255]));
    expect(responseJson(unread(bytes))).toBe(
      `{"result":{"media_type":"application/octet-stream","base64":"/w=="},${REST}`,
    );
  });

  test("has every key of a failure, in one order", () => {
    const reason = { ...fault("exception", "é"), language: "java", type: "E", details: { code: 1 } };
    const causes = [{ message: "m", type: "C", language: "java" }];
    const failed = { ...arrived(null), success: false, error: "é", fault: { ...reason, causes } };
    expect(responseJson(failed)).toBe(
      '{"result":null,"success":false,"error":"é","execution_time_ms":3,"tool_name":"t","blocks":[],' +
        '"fault":{"kind":"exception","message":"é","language":"java","type":"E",' +
        '"causes":[{"language":"java","type":"C","message":"m"}],"details":{"code":1},"retryable":false}}',
    );
  });

  test("writes blocks with what they have", () => {
    const source = { type: "base64", data: "AA==" } as const;
    const blocks = [
      { type: "text", text: "hi" },
      { type: "image", mediaType: "image/png", source, name: "n", sizeBytes: 1n },
      { type: "document", mediaType: "text/plain", source: { type: "url", url: "u" } },
    ] as const;
    expect(responseJson({ ...arrived(null), blocks })).toContain(
      '"blocks":[{"type":"text","text":"hi"},' +
        '{"type":"image","media_type":"image/png","source":{"type":"base64","data":"AA=="},"name":"n","size_bytes":1},' +
        '{"type":"document","media_type":"text/plain","source":{"type":"url","url":"u"}}]',
    );
  });
});

describe("a response that was made here", () => {
  test("is written as its result would travel", () => {
    const json = (result: unknown) => responseJson(unread(ToolResponse.success(result)));
    expect(json({ a: float(1), b: 2n ** 64n })).toContain('"result":{"a":1.0,"b":18446744073709551616},');
    expect(json(undefined)).toContain('"result":null,');
    expect(json(payload("[ ]"))).toContain('"result":[ ],');
    expect(unread(ToolResponse.success(Number.NaN)).fault?.kind).toBe("invalid_result");
  });
});

describe("what a model reads", () => {
  test.each([
    ['"text"', "text"],
    ['{"b":1.0,"a":[1e2,-0.0,1E21]}', '{"b":1.0,"a":[100.0,-0.0,1e+21]}'],
    ["18446744073709551615", "18446744073709551615"],
    ['{ "é" : "\\u00e9" }', '{"é":"é"}'],
  ])("of %s is %s", (json, text) => {
    expect(modelText(unread(received(arrived(payload(json)))))).toBe(text);
  });
});
