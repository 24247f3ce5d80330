import { texts } from "../gen/texts.js";
import type * as block from "../gen/toolspan/v1/block.js";
import * as wire from "../gen/toolspan/v1/message.js";
import type { Payload } from "../gen/toolspan/v1/payload.js";
import { type Block, isContent, type JsonMap } from "../model/block.js";
import type { ChatResult, TokenUsage } from "../model/messages/chat-result.js";
import { messageOf, resultOf } from "../model/messages/from-json.js";
import { misshapen } from "../model/messages/invalid.js";
import { isObject, UnreadMap } from "../model/messages/json-fields.js";
import type { ChatMessage, Role } from "../model/messages/message.js";
import { jsonText } from "../model/messages/to-json.js";
import { payload } from "../model/payload.js";
import { textOf } from "../model/read-json.js";
import { readJsonExact } from "../model/read-json-exact.js";
import { contentCodec } from "./block.js";
import type { Codec } from "./codec.js";
import { payloadCodec } from "./payload.js";

const toRole = {
  system: wire.Role.ROLE_SYSTEM,
  user: wire.Role.ROLE_USER,
  assistant: wire.Role.ROLE_ASSISTANT,
  tool: wire.Role.ROLE_TOOL,
} satisfies Record<Role, wire.Role>;

const fromRole: ReadonlyMap<number, string> = new Map(Object.entries(toRole).map(([word, number]) => [number, word]));

/** Messages; what arrives is held to the rules of the JSON form, with the same words (C5.3). */
export const messageCodec: Codec<ChatMessage, wire.ChatMessage> = {
  toWire: ({ role, blocks, metadata }) => ({
    role: toRole[role],
    blocks: blocks.map(blockToWire),
    metadata: mapToWire(metadata),
  }),
  fromWire: (message) => messageOf(messageValue(message), ""),
};

export const resultCodec: Codec<ChatResult, wire.ChatResult> = {
  toWire: (result) => ({
    message: messageCodec.toWire(result.message),
    model: result.model?.toWellFormed(),
    responseId: result.responseId?.toWellFormed(),
    usage: result.usage === null ? undefined : usageToWire(result.usage),
    finishReason: result.finishReason?.toWellFormed(),
    metadata: mapToWire(result.metadata),
  }),
  fromWire: ({ message, model, responseId, usage, finishReason, metadata }) =>
    resultOf(
      {
        message: message && messageValue(message),
        model,
        response_id: responseId,
        usage: usage && usageValue(usage),
        finish_reason: finishReason,
        metadata: unread(metadata),
      },
      "",
    ),
};

function blockToWire(one: Block): block.Block {
  if (isContent(one)) return contentCodec.toWire(one);
  switch (one.type) {
    case "reasoning": {
      const value = { text: one.text?.toWellFormed(), metadata: mapToWire(one.metadata) };
      return { kind: { $case: "reasoning", value } };
    }
    case "tool_call": {
      const { callId, name, input, metadata } = one;
      const ids = { callId: callId.toWellFormed(), name: name.toWellFormed() };
      return { kind: { $case: "toolCall", value: { ...ids, input: mapToWire(input), metadata: mapToWire(metadata) } } };
    }
    case "tool_result": {
      const { callId, blocks, isError, metadata } = one;
      const content = blocks.map(contentCodec.toWire);
      const value = { callId: callId.toWellFormed(), blocks: content, isError, metadata: mapToWire(metadata) };
      return { kind: { $case: "toolResult", value } };
    }
  }
}

// What arrived, in the shape of the JSON form, so that one reader holds both to the rules.
function messageValue({ role, blocks, metadata }: wire.ChatMessage): JsonMap {
  return {
    role: fromRole.get(role) ?? "",
    blocks: blocks.map(blockValue),
    metadata: unread(metadata),
  };
}

function blockValue({ kind }: block.Block): JsonMap {
  switch (kind?.$case) {
    case "text":
      return { type: "text", text: kind.value.text };
    case "image":
    case "audio":
    case "video":
    case "document":
      return mediaValue(kind.$case, kind.value);
    case "reasoning":
      return { type: "reasoning", text: kind.value.text, metadata: unread(kind.value.metadata) };
    case "toolCall": {
      const { callId, name, input, metadata } = kind.value;
      const maps = { input: unread(input), metadata: unread(metadata) };
      return { type: "tool_call", call_id: callId, name, ...maps };
    }
    case "toolResult": {
      const { callId, blocks, isError, metadata } = kind.value;
      return {
        type: "tool_result",
        call_id: callId,
        blocks: blocks.map(blockValue),
        is_error: isError,
        metadata: unread(metadata),
      };
    }
    case undefined:
      return {};
  }
}

function mediaValue(type: string, { mediaType, source, name, sizeBytes, sha256 }: block.MediaBlock): JsonMap {
  const from =
    source && (source.$case === "url" ? { type: "url", url: source.value } : { type: "base64", data: source.value });
  return { type, media_type: mediaType, source: from, name, size_bytes: count(sizeBytes), sha256 };
}

function usageToWire(usage: TokenUsage): wire.TokenUsage {
  const counts = (details: TokenUsage["promptTokenDetails"]) =>
    new Map(Object.entries(details).map(([name, value]) => [name.toWellFormed(), BigInt(value)]));
  return {
    promptTokens: usage.promptTokens === null ? undefined : BigInt(usage.promptTokens),
    completionTokens: usage.completionTokens === null ? undefined : BigInt(usage.completionTokens),
    promptTokenDetails: counts(usage.promptTokenDetails),
    completionTokenDetails: counts(usage.completionTokenDetails),
  };
}

function usageValue(usage: wire.TokenUsage): JsonMap {
  const counts = (details: ReadonlyMap<string, bigint>) =>
    Object.fromEntries([...details].map(([name, value]) => [name, count(value)]));
  return {
    prompt_tokens: count(usage.promptTokens),
    completion_tokens: count(usage.completionTokens),
    prompt_token_details: counts(usage.promptTokenDetails),
    completion_token_details: counts(usage.completionTokenDetails),
  };
}

function count(value: bigint | undefined): number | bigint | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A JSON object as a payload; absent where it is empty. */
export function mapToWire(map: JsonMap, path = ""): Payload | undefined {
  if (Object.keys(map).length === 0) return undefined;
  return payloadCodec.toWire(payload(jsonText(map, path)));
}

/** The mirror, read in its turn, so that the first thing that is wrong is the one that is told. */
export function unread(wire: Payload | undefined): UnreadMap {
  return new UnreadMap((path) => {
    if (wire === undefined || wire.data.byteLength === 0) return {};
    const text = textOf(wire.data);
    const read = text.ok ? readJsonExact(text.text) : text;
    if (!read.ok) throw misshapen(path, read.problem.reason);
    if (!isObject(read.value)) throw misshapen(path, texts.field_object);
    return read.value;
  });
}
