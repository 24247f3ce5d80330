import { describe, expect, test } from "vitest";
import { float } from "../float.js";
import { InvalidMessageError } from "../messages/invalid.js";
import { ChatMessage } from "../messages/message.js";
import { ToolResponse } from "../response.js";
import { eventFromJson, eventJson, eventOf, typedEvent, withTyped } from "./event.js";
import type { ToolResponseEvent, TypedEvent } from "./typed-event.js";

const REQUEST = "00000000-0000-0000-0000-000000000002";

describe("a new event", () => {
  test("has a random UUID, its type, and every attribute", () => {
    const event = eventOf({
      kind: "chat_request",
      model: "m",
      messages: [ChatMessage.user("hi")],
      promptArgs: {},
      outputSchema: null,
    });
    expect(event.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(eventJson({ ...event, id: "e" })).toBe(
      '{"id":"e","type":"_chat_request_event","attributes":{"model":"m","messages":[{"role":"user","blocks":[{"type":"text","text":"hi"}],"metadata":{}}],"prompt_args":{},"output_schema":null}}',
    );
  });

  test("says what caused it", () => {
    const event = eventOf(
      { kind: "input", input: float(1) },
      { id: "e", upstreamEventId: "u", upstreamActionName: "a" },
    );
    expect(eventJson(event)).toBe(
      '{"id":"e","type":"_input_event","attributes":{"input":1.0},"upstreamEventId":"u","upstreamActionName":"a"}',
    );
  });

  test("of an execution has the type of its status", () => {
    const none = {
      entityType: null,
      entityName: null,
      entityMetadata: null,
      problemCategory: null,
      errorType: null,
      errorMessage: null,
    };
    const event = eventOf({ kind: "execution", status: "success", ...none }, { id: "e" });
    expect(eventJson(event)).toBe('{"id":"e","type":"_execution_finished_event","attributes":{"status":"success"}}');
  });

  test("shows bytes of a response as other responses do", () => {
    const responses = new Map([["a", ToolResponse.success(new Uint8Array([0, 255]))]]);
    const event = eventOf({
      kind: "tool_response",
      requestId: REQUEST,
      responses,
      success: new Map(),
      error: new Map(),
      externalIds: new Map(),
      timestamp: null,
    });
    expect(eventJson(event)).toContain('"result":{"media_type":"application/octet-stream","base64":"AP8="}');
  });

  test.each<[string, TypedEvent, string]>([
    ["a value without JSON form", { kind: "input", input: { a: Number.NaN } }, "/attributes/input/a"],
    [
      "a request id that is none",
      { kind: "context_retrieval_response", requestId: "x", query: "", documents: [] },
      "/attributes/request_id",
    ],
    [
      "two calls of one id",
      { kind: "tool_request", model: null, toolCalls: [call("a"), call("a")] },
      "/attributes/tool_calls",
    ],
  ])("is refused with %s", (_, typed, path) => {
    expect(caught(() => eventOf(typed))).toMatchObject({ path, message: expect.stringContaining(path) });
  });
});

describe("an event with other typed attributes", () => {
  const text = `{"id":"e","type":"_chat_request_event","attributes":{"later":1.0,"model":"m","messages":[{"role":"user","blocks":[]}]},"upstreamEventId":"u","attachments":{}}`;
  const event = eventFromJson(text);
  const typed = typedEvent(event);

  test("stays as it was written where nothing changed", () => {
    expect(eventJson(withTyped(event, typed))).toBe(text);
  });

  test("has the changed ones in their places, new ones behind, and keeps the rest", () => {
    const changed = withTyped(event, {
      ...typed,
      kind: "chat_request",
      model: "n",
      promptArgs: { a: 1 },
    } as TypedEvent);
    expect(eventJson(changed)).toBe(
      text.replace('"model":"m"', '"model":"n"').replace("[]}]}", '[]}],"prompt_args":{"a":1}}'),
    );
  });

  test("loses what is no longer told", () => {
    const failed = eventFromJson(
      '{"id":"e","type":"_execution_failed_event","attributes":{"errorType":"E","status":"failed","x":1}}',
    );
    const told = typedEvent(failed);
    const changed = withTyped(failed, { ...told, errorType: null } as TypedEvent);
    expect(eventJson(changed)).toBe(
      '{"id":"e","type":"_execution_failed_event","attributes":{"status":"failed","x":1}}',
    );
  });

  test("takes all attributes of a custom one", () => {
    const custom = eventFromJson('{"id":"e","type":"x","attributes":{"a":1}}');
    const changed = withTyped(custom, { kind: "custom", type: "x", attributes: { b: 2 } });
    expect(eventJson(changed)).toBe('{"id":"e","type":"x","attributes":{"b":2}}');
  });

  test("keeps its type", () => {
    expect(caught(() => withTyped(event, { kind: "input", input: 1 }))).toMatchObject({
      path: "/type",
      message: "/type must be one of _input_event",
    });
  });
});

test("a failure of an event without a fault is the tool's own error", () => {
  const event = eventFromJson(
    `{"id":"e","type":"_tool_response_event","attributes":{"request_id":"${REQUEST}","responses":{"a":{"success":false,"error":"boom"}},"success":{"a":false},"error":{"a":null}}}`,
  );
  const typed = typedEvent(event) as ToolResponseEvent;
  expect(typed.responses.get("a")).toMatchObject({
    success: false,
    error: "boom",
    fault: { kind: "tool_error", message: "boom" },
  });
  expect(typed.error.get("a")).toBeNull();
});

test("a field that every event has is no extra one", () => {
  const event = { ...eventOf({ kind: "input", input: 1 }), extra: { id: "other" } };
  expect(caught(() => eventJson(event))).toMatchObject({
    path: "/extra/id",
    message: "/extra/id is a field that every event has",
  });
});

function call(callId: string) {
  return { type: "tool_call", callId, name: "n", input: {}, metadata: {} } as const;
}

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidMessageError);
    return error;
  }
  return undefined;
}
