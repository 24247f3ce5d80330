import { MEDIA_TYPES } from "../model/block.js";
import { isObject, type JsonObject, mapObject } from "./json.js";
import { safeUrl } from "./safe-url.js";

/**
 * The attributes of an event without media data and without secrets of URLs, at whatever depth blocks stand (C7.6). Text,
 * reasoning, tool input and metadata stay as they are.
 */
export function sanitize(attributes: JsonObject): JsonObject {
  return mapObject(attributes, sanitizeValue);
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === "string") return sanitizeText(value);
  if (Array.isArray(value)) return value.map(sanitizeValue);
  return isObject(value) ? sanitizeObject(value) : value;
}

function sanitizeObject(value: JsonObject): JsonObject {
  const { type } = value;
  if (type === "text" && typeof value["text"] === "string") return { ...value, text: withoutInline(value["text"]) };
  if (type === "reasoning" || isToolCall(value)) return value;
  if (isMedia(value)) return media(value);
  if (isInline(value)) return inline(value);
  if (isContent(value)) return content(value);
  // The metadata of messages and tool results is the writer's own.
  return mapObject(value, (item, key) =>
    key === "metadata" && Array.isArray(value["blocks"]) ? item : sanitizeValue(item),
  );
}

// In each of the shapes that dialects have: a typed block, a function, or flat.
function isToolCall({ type, name, arguments: args }: JsonObject): boolean {
  return type === "tool_call" || type === "function" || (typeof name === "string" && isObject(args));
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

const INLINE_START = '{"media_type":"';

// What a model reads of such a result is its JSON text.
function withoutInline(text: string): string {
  if (!text.startsWith(INLINE_START)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isInline(value) ? JSON.stringify(inline(value)) : text;
  } catch {
    return text;
  }
}

// Content of MCP: `data` beside `mimeType`, a resource's `blob`, and the `uri` of either kind of resource.
function isContent({ type, data, mimeType, uri }: JsonObject): boolean {
  return (typeof data === "string" && typeof mimeType === "string" && type !== "text") || typeof uri === "string";
}

function content(value: JsonObject): JsonObject {
  const { data, blob, ...rest } = value;
  const bytes = blob ?? data;
  return {
    ...mapObject(rest, (item, key) =>
      key === "uri" && typeof item === "string" ? safeUrl(item) : key === "_meta" ? item : sanitizeValue(item),
    ),
    ...(typeof bytes === "string" && { size_bytes: base64Size(bytes) }),
  };
}

const DATA_URL = /^data:[^,]*;base64,/i;

function sanitizeText(text: string): string {
  return DATA_URL.test(text) ? "data:<redacted>" : withoutInline(text);
}

/** Bytes that base64 text stands for, whether or not it is valid. */
export function base64Size(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}

function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
