import { expect, test } from "vitest";
import { payload } from "./payload.js";
import { ToolResponse } from "./response.js";
import { responseBytes } from "./response-size.js";

test.each([
  ["a result", ToolResponse.success(payload('"é"')), 4],
  ["a text block", ToolResponse.success(payload("1"), { blocks: [{ type: "text", text: "é😀" }] }), 7],
  ["details", { ...ToolResponse.error("e", { details: { data: "é" } }), result: null }, 13],
  ["a failure without details", { ...ToolResponse.error("e"), result: null }, 0],
])("the bytes of %s", (_, response, bytes) => {
  expect(responseBytes(response)).toBe(bytes);
});
