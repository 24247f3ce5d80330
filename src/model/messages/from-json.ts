import { texts } from "../../gen/texts.js";
import { BLOCK_TYPES, type Block, CONTENT_TYPES, type ContentBlock, type MediaBlock } from "../block.js";
import { child } from "../problem.js";
import { readJsonExact } from "../read-json-exact.js";
import { type ChatResult, chatResult, type TokenUsage, tokenUsage } from "./chat-result.js";
import { InvalidMessageError, misshapen } from "./invalid.js";
import { isInt64, isInteger, JsonFields } from "./json-fields.js";
import { type ChatMessage, checkMessage, ROLES } from "./message.js";

/** Reads canonical JSON text of a message; throws InvalidMessageError at the first thing that is wrong (C5.3, C7.2). */
export function messageFromJson(text: string): ChatMessage {
  return messageOf(parsed(text), "");
}

/** As `messageFromJson`, of a result. */
export function resultFromJson(text: string): ChatResult {
  return resultOf(parsed(text), "");
}

/** The value of JSON text. */
export function parsed(text: string): unknown {
  const read = readJsonExact(text);
  if (!read.ok) throw misshapen(read.problem.path, read.problem.reason);
  return read.value;
}

/** A message of a JSON value that stands at `path`. */
export function messageOf(value: unknown, path: string): ChatMessage {
  const fields = new JsonFields(value, path, ["role", "blocks", "metadata"]);
  const role = fields.choice("role", ROLES);
  const blocks = fields.items("blocks", (one, at) => blockOf(one, at, BLOCK_TYPES));
  const message = Object.freeze({ role, blocks: Object.freeze(blocks), metadata: fields.map("metadata") });
  checkMessage(message, path);
  return message;
}

const FIELDS = {
  text: ["type", "text"],
  image: ["type", "media_type", "source", "name", "size_bytes", "sha256"],
  audio: ["type", "media_type", "source", "name", "size_bytes", "sha256"],
  video: ["type", "media_type", "source", "name", "size_bytes", "sha256"],
  document: ["type", "media_type", "source", "name", "size_bytes", "sha256"],
  reasoning: ["type", "text", "metadata"],
  tool_call: ["type", "call_id", "name", "input", "metadata"],
  tool_result: ["type", "call_id", "blocks", "is_error", "metadata"],
} satisfies Record<Block["type"], readonly string[]>;

/** One block of the kinds that may stand here. */
export function blockOf<T extends Block["type"]>(
  value: unknown,
  path: string,
  kinds: readonly T[],
): Extract<Block, { type: T }> {
  // Which fields are known depends on the type, so that comes first.
  const type = new JsonFields(value, path).choice("type", kinds);
  const fields = new JsonFields(value, path, FIELDS[type]);
  return read(type, fields) as Extract<Block, { type: T }>;
}

function read(type: Block["type"], fields: JsonFields): Block {
  switch (type) {
    case "text":
      return { type, text: fields.get("text") === undefined ? "" : fields.string("text") };
    case "image":
    case "audio":
    case "video":
    case "document":
      return mediaOf(type, fields);
    case "reasoning":
      return { type, text: fields.optionalString("text"), metadata: fields.map("metadata") };
    case "tool_call":
      return {
        type,
        callId: idOf(fields, "call_id", texts.message_call_id_empty),
        name: idOf(fields, "name", texts.message_name_empty),
        input: fields.map("input"),
        metadata: fields.map("metadata"),
      };
    case "tool_result":
      return {
        type,
        callId: idOf(fields, "call_id", texts.message_call_id_empty),
        blocks: contentOf(fields),
        isError: booleanOf(fields, "is_error"),
        metadata: fields.map("metadata"),
      };
  }
}

function contentOf(fields: JsonFields): readonly ContentBlock[] {
  return fields.items("blocks", (one, at) => blockOf(one, at, CONTENT_TYPES));
}

function mediaOf(type: MediaBlock["type"], fields: JsonFields): MediaBlock {
  const mediaType = fields.nonEmpty("media_type");
  const source = sourceOf(fields);
  const name = fields.optionalString("name");
  const sizeBytes = fields.get("size_bytes") ?? null;
  const isSize = isInteger(sizeBytes) && sizeBytes >= 0 && isInt64(sizeBytes);
  if (sizeBytes !== null && !isSize) throw misshapen(fields.at("size_bytes"), texts.field_size);
  const sha256 = fields.optionalString("sha256");
  return {
    type,
    mediaType,
    source,
    ...(name !== null && { name }),
    ...(isSize && { sizeBytes }),
    ...(sha256 !== null && { sha256 }),
  };
}

function sourceOf(media: JsonFields): MediaBlock["source"] {
  const value = media.required("source");
  const path = media.at("source");
  const type = new JsonFields(value, path).choice("type", ["base64", "url"] as const);
  const fields = new JsonFields(value, path, ["type", type === "url" ? "url" : "data"]);
  return type === "url" ? { type, url: fields.nonEmpty("url") } : { type, data: fields.nonEmpty("data") };
}

function idOf(fields: JsonFields, key: string, empty: string): string {
  const text = fields.string(key);
  if (text === "") throw new InvalidMessageError(fields.at(key), empty);
  return text;
}

function booleanOf(fields: JsonFields, key: string): boolean {
  const value = fields.get(key) ?? (fields.get(key) === null ? null : false);
  if (typeof value !== "boolean") throw misshapen(fields.at(key), texts.field_boolean);
  return value;
}

/** A result of a JSON value that stands at `path`. */
export function resultOf(value: unknown, path: string): ChatResult {
  const known = ["message", "model", "response_id", "usage", "finish_reason", "metadata"];
  const fields = new JsonFields(value, path, known);
  const message = messageOf(fields.required("message"), fields.at("message"));
  if (message.role !== "assistant")
    throw new InvalidMessageError(fields.at("message"), texts.message_result_role_assistant);
  const model = fields.optionalString("model");
  const responseId = fields.optionalString("response_id");
  const usage = (fields.get("usage") ?? null) === null ? null : usageOf(fields.get("usage"), fields.at("usage"));
  const finishReason = fields.optionalString("finish_reason");
  return chatResult(message, { model, responseId, usage, finishReason, metadata: fields.map("metadata") });
}

function usageOf(value: unknown, path: string): TokenUsage {
  const known = ["prompt_tokens", "completion_tokens", "prompt_token_details", "completion_token_details"];
  const fields = new JsonFields(value, path, known);
  return tokenUsage({
    promptTokens: optionalCount(fields, "prompt_tokens"),
    completionTokens: optionalCount(fields, "completion_tokens"),
    promptTokenDetails: countsOf(fields, "prompt_token_details"),
    completionTokenDetails: countsOf(fields, "completion_token_details"),
  });
}

function optionalCount(fields: JsonFields, key: string): number | bigint | null {
  const value = fields.get(key) ?? null;
  return value === null ? null : countOf(value, fields.at(key));
}

function countsOf(fields: JsonFields, key: string): Record<string, number | bigint> {
  const counts = fields.map(key);
  for (const [name, value] of Object.entries(counts)) countOf(value, child(fields.at(key), name));
  return counts as Record<string, number | bigint>;
}

/** A token count, or the reference's words for what it is not. */
export function countOf(value: unknown, path: string): number | bigint {
  if (!isInteger(value)) throw new InvalidMessageError(path, texts.message_count_integer);
  if (value < 0) throw new InvalidMessageError(path, texts.message_count_negative);
  if (!isInt64(value)) throw misshapen(path, texts.field_size);
  return value;
}
