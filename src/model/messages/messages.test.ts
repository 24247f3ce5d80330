import { describe, expect, test } from "vitest";
import type { TextBlock } from "../block.js";
import { ToolResponse } from "../response.js";
import { chatResult } from "./chat-result.js";
import { messageFromJson, resultFromJson } from "./from-json.js";
import { mediaFromBase64, mediaFromBytes, mediaFromUrl, mediaSize } from "./media.js";
import { ChatMessage, findFirstSystemMessage } from "./message.js";
import { formatPrompt, insertSystem, promptMessages } from "./prompt.js";
import { toResultBlock } from "./result-block.js";
import { messageJson, resultJson } from "./to-json.js";
import { rejectMedia } from "./unsupported.js";

describe("a message", () => {
  test("keeps order, numbers, and shared maps; projections are not written", () => {
    const text =
      '{"role":"assistant","blocks":[{"type":"text","text":"before"},{"type":"reasoning","text":null,"metadata":{"n":1.0,"big":9007199254740993,"e":1e+21,"t":"\\u0000x","\\u0000k":-0.0}},' +
      '{"type":"tool_call","call_id":"c","name":"n","input":{"a":[2.5,1]},"metadata":{}},{"type":"text","text":"after"}],"metadata":{}}';
    const message = messageFromJson(text);
    expect(messageJson(message)).toBe(text);
    expect(ChatMessage.text(message)).toBe("beforeafter");
    expect(ChatMessage.toString(message)).toBe("assistant: beforeafter");
    const [call] = ChatMessage.toolCalls(message);
    expect(Object.isFrozen(call?.input)).toBe(false);
  });

  test.each([
    ['{"role":"tool","blocks":[]}', "", "A TOOL message requires exactly one ToolResultBlock"],
    [
      '{"role":"user","blocks":[{"type":"tool_result","call_id":"c","blocks":[]}]}',
      "",
      "ToolResultBlock requires the TOOL role",
    ],
    ['{"role":"user","blocks":null}', "/blocks", "/blocks must be an array"],
    ['{"role":"user","blocks":[null]}', "/blocks/0", "/blocks/0 must be an object"],
    ['{"role":"user"}', "/blocks", "/blocks is required"],
    ['{"role":"user","blocks":[],"x/y":1}', "/x~1y", "/x~1y is not a known field"],
    ['{"role":"User","blocks":[]}', "/role", "/role must be one of system, user, assistant, tool"],
    ["[]", "", "the whole value must be an object"],
    ["{", "", "the whole value is not valid JSON"],
    [
      '{"role":"user","blocks":[{"type":"image","media_type":"image/png","source":{"type":"url","url":"u"},"size_bytes":1.0}]}',
      "/blocks/0/size_bytes",
      "/blocks/0/size_bytes must be an integer from 0 to 9223372036854775807",
    ],
  ])("%s is refused", (json, path, message) => {
    let caught: unknown;
    try {
      messageFromJson(json);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ path, message });
  });

  test("a factory copies the list, and no text is no block", () => {
    const blocks: TextBlock[] = [{ type: "text", text: "a" }];
    const message = ChatMessage.user(blocks);
    blocks.push({ type: "text", text: "b" });
    expect(message.blocks).toHaveLength(1);
    expect(ChatMessage.user("").blocks).toEqual([]);
    expect(() => ChatMessage.system([mediaFromUrl("image", "u", "image/png")])).toThrow("SYSTEM messages");
  });
});

test("a result writes six keys, nulls included, and keeps zero apart from unknown", () => {
  const json =
    '{"message":{"role":"assistant","blocks":[],"metadata":{}},"model":null,"response_id":"","usage":{"prompt_tokens":0,"completion_tokens":null,"prompt_token_details":{"cached":9223372036854775807},"completion_token_details":{}},"finish_reason":"","metadata":{}}';
  expect(resultJson(resultFromJson(json))).toBe(json);
  expect(() => chatResult(ChatMessage.user("a"))).toThrow("ChatResult requires an ASSISTANT message");
});

test("sizes are stated, inferred, or unknown", () => {
  expect(mediaSize(mediaFromBytes("image", new Uint8Array(4), "image/png"))).toBe(4);
  expect(mediaSize(mediaFromBase64("image", "=", "image/png"))).toBe(0);
  expect(mediaSize(mediaFromUrl("image", "u", "image/png"))).toBeNull();
  expect(mediaSize(mediaFromUrl("image", "u", "image/png", { sizeBytes: 7 }))).toBe(7);
});

test("prompts: placeholders, unknown names, nulls, media and kept input", () => {
  const image = mediaFromUrl("image", "{a}", "image/png");
  const template = [ChatMessage.user([{ type: "text", text: "{a} {b} {c} {d}" }, image])];
  const [formatted] = formatPrompt(template, { a: true, b: null, c: { x: 1 } });
  expect(formatted?.blocks).toEqual([{ type: "text", text: 'true  {"x":1} {d}' }, image]);
  const input = [ChatMessage.user(null), ChatMessage.assistant(null), ChatMessage.user("q")];
  expect(promptMessages("hi", {}, input).map(ChatMessage.toString)).toEqual(["user: hi", "assistant: ", "user: q"]);
  const inserted = insertSystem([ChatMessage.user("u"), ChatMessage.system("s")], "skills");
  expect(inserted.map(ChatMessage.toString)).toEqual(["user: u", "system: s", "system: skills"]);
  expect(findFirstSystemMessage([])).toBe(-1);
});

test("a tool's answer becomes one block by one rule", () => {
  const of = (response: ToolResponse) => toResultBlock({ ...response, toolName: "t" }, "c");
  expect(of(ToolResponse.error(""))).toMatchObject({ isError: true, blocks: [{ text: "Tool t failed." }] });
  expect(of(ToolResponse.success({ a: 1 }))).toMatchObject({ isError: false, blocks: [{ text: '{"a":1}' }] });
  const blocks = [{ type: "text", text: "own" }] as const;
  expect(of(ToolResponse.success(1, { blocks })).blocks).toEqual(blocks);
});

test("media that a provider cannot be sent is named without its payload", () => {
  const image = mediaFromBase64("image", "c2VjcmV0", "image/png");
  const result = { type: "tool_result", callId: "c", blocks: [image], isError: false, metadata: {} } as const;
  expect(() => rejectMedia("P", [ChatMessage.tool(result)])).toThrow(
    "P cannot send an image block (image/png, base64 source): this integration sends text only.",
  );
});
