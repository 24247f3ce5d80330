import type { Block, MediaBlock } from "../block.js";
import { canonicalText } from "../model-text.js";
import { writeJson } from "../write-json.js";
import type { ChatResult, TokenUsage } from "./chat-result.js";
import { misshapen } from "./invalid.js";
import type { ChatMessage } from "./message.js";

/** The canonical JSON text of a message: one key order, projections left out (C5.2, C7.2). */
export function messageJson(message: ChatMessage): string {
  return canonicalJson(messageValue(message));
}

/** The canonical JSON text of a result: six keys, nulls written (C5.5). */
export function resultJson(result: ChatResult): string {
  return canonicalJson(resultValue(result));
}

/** The canonical JSON text of one block. */
export function blockJson(block: Block): string {
  return canonicalJson(blockValue(block));
}

/** The fields of a message's canonical JSON. */
export function messageValue({ role, blocks, metadata }: ChatMessage): object {
  return { role, blocks: blocks.map(blockValue), metadata };
}

/** The fields of a result's canonical JSON. */
export function resultValue(result: ChatResult): object {
  return {
    message: messageValue(result.message),
    model: result.model,
    response_id: result.responseId,
    usage: result.usage === null ? null : usageValue(result.usage),
    finish_reason: result.finishReason,
    metadata: result.metadata,
  };
}

/** The fields of a block's canonical JSON. */
export function blockValue(block: Block): object {
  switch (block.type) {
    case "text":
      return { type: block.type, text: block.text };
    case "image":
    case "audio":
    case "video":
    case "document":
      return mediaValue(block);
    case "reasoning":
      return { type: block.type, text: block.text, metadata: block.metadata };
    case "tool_call":
      return {
        type: block.type,
        call_id: block.callId,
        name: block.name,
        input: block.input,
        metadata: block.metadata,
      };
    case "tool_result":
      return {
        type: block.type,
        call_id: block.callId,
        blocks: block.blocks.map(blockValue),
        is_error: block.isError,
        metadata: block.metadata,
      };
  }
}

function mediaValue({ type, mediaType, source, name, sizeBytes, sha256 }: MediaBlock): object {
  const from =
    source.type === "url" ? { type: source.type, url: source.url } : { type: source.type, data: source.data };
  return { type, media_type: mediaType, source: from, name, size_bytes: sizeBytes, sha256 };
}

function usageValue(usage: TokenUsage): object {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    prompt_token_details: usage.promptTokenDetails,
    completion_token_details: usage.completionTokenDetails,
  };
}

/** One text for one value in every language: floats as models read them (C2.11). */
export function canonicalJson(value: object): string {
  return canonicalText(jsonText(value, ""));
}

/** JSON text that keeps what its writer meant; what has no JSON form is refused with its place below `path`. */
export function jsonText(value: object, path: string): string {
  const written = writeJson(value);
  if (written.ok) return written.text;
  const [first = { path: "", reason: "" }] = written.problems;
  throw misshapen(path + first.path, first.reason);
}
