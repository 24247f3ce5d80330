import { expect, test } from "vitest";
import { encodeCall } from "./encode-call.js";

test("injected arguments travel beside the model's", () => {
  const encoded = encodeCall({ name: "t", args: { a: 1 }, injected: { a: 2 } }, { maxMessageBytes: 1 << 25 });
  const text = encoded.kind === "call" ? Buffer.from(encoded.call.injected?.data ?? []).toString() : "";
  expect(text).toBe('{"a":2}');
});
