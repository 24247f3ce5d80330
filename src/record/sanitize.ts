import { MEDIA_TYPES } from "../model/block.js";
import { isObject, type JsonObject, mapObject } from "./json.js";
import { safeUrl } from "./safe-url.js";
import { sanitizeText } from "./sanitize-text.js";

/**
 * The attributes of an event without media data and without secrets of media's URLs, at whatever depth blocks stand, as values and as
 * the JSON text that models read (C7.6). Reasoning, tool input and metadata stay as they are.
 */
export function sanitize(attributes: JsonObject): JsonObject {
  return mapObject(attributes, sanitizeValue);
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === "string") return sanitizeText(value, sanitizeValue);
  if (Array.isArray(value)) return value.map(sanitizeValue);
  return isObject(value) ? sanitizeObject(value) : value;
}

function sanitizeObject(value: JsonObject): JsonObject {
  if (isMedia(value)) return media(value);
  if (isInline(value)) return inline(value);
  if (value["type"] === "function" && isObject(value["function"])) return value;
  const kept = keptOf(value);
  return isContent(value)
    ? content(value, kept)
    : mapObject(value, (item, key) => (kept.includes(key) ? item : sanitizeValue(item)));
}

// What is the writer's own: the metadata of messages, results and blocks, reasoning, and the input of calls in each form of a dialect.
function keptOf(value: JsonObject): readonly string[] {
  const { type, name, arguments: args, blocks, message } = value;
  if (type === "reasoning") return ["text", "metadata"];
  if (type === "tool_call") return ["input", "metadata"];
  if (typeof name === "string" && isObject(args)) return ["arguments"];
  const isEnvelope = Array.isArray(blocks) || (isObject(message) && "finish_reason" in value);
  return isEnvelope || type === "text" ? ["metadata", "_meta"] : ["_meta"];
}

function isMedia({ type, source }: JsonObject): boolean {
  if (!MEDIA_TYPES.some((one) => one === type) || !isObject(source)) return false;
  return typeof source["data"] === "string" || typeof source["url"] === "string";
}

function media({ type, media_type, name, size_bytes, sha256, source }: JsonObject): JsonObject {
  const { data, url } = isObject(source) ? source : {};
  const isUrl = typeof data !== "string";
  return {
    type,
    media_type,
    ...given({ name, size_bytes: size_bytes ?? (isUrl ? undefined : base64Size(data)), sha256 }),
    source: isUrl ? { type: "url", url: safeUrl(String(url)) } : { type: "base64" },
  };
}

// The JSON form of bytes and other media as a whole result (C1.6).
function isInline(value: JsonObject): value is { media_type: string; base64: string } {
  return (
    Object.keys(value).length === 2 && typeof value["media_type"] === "string" && typeof value["base64"] === "string"
  );
}

function inline({ media_type, base64 }: { media_type: string; base64: string }): JsonObject {
  return { media_type, size_bytes: base64Size(base64) };
}

// Content of MCP and of providers: `data` beside its type, a resource's `blob`, the `uri` of either kind of resource, and bare sources.
function isContent(value: JsonObject): boolean {
  const { type, data, blob, uri, url } = value;
  const isTyped = TYPE_KEYS.some((key) => typeof value[key] === "string");
  const isSource = type === "base64" || MEDIA_TYPES.some((one) => one === type);
  if (typeof data === "string" && type !== "text" && (isTyped || isSource)) return true;
  return (
    typeof uri === "string" || (typeof blob === "string" && isTyped) || (typeof url === "string" && type === "url")
  );
}

const TYPE_KEYS = ["mimeType", "mime_type", "mediaType", "media_type"];

function content(value: JsonObject, kept: readonly string[]): JsonObject {
  const bytes = [value["blob"], value["data"]].find((one) => typeof one === "string");
  const { data, blob, ...rest } = value;
  return {
    ...mapObject(rest, (item, key) => {
      if (kept.includes(key)) return item;
      if ((key === "uri" || key === "url") && typeof item === "string") return safeUrl(item);
      return key === "icons" && Array.isArray(item) ? item.map(icon) : sanitizeValue(item);
    }),
    ...(typeof data !== "string" && given({ data: sanitizeValue(data) })),
    ...(typeof blob !== "string" && given({ blob: sanitizeValue(blob) })),
    ...(typeof bytes === "string" && { size_bytes: base64Size(bytes) }),
  };
}

function icon(value: unknown): unknown {
  if (!isObject(value) || typeof value["src"] !== "string") return sanitizeValue(value);
  return { ...value, src: safeUrl(value["src"]) };
}

/** Bytes that base64 text stands for, whether or not it is valid. */
export function base64Size(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}

function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
