import { type ContentBlock, MEDIA_TYPES } from "./block.js";

/** Whether a value that a tool calls a block has every field of one, each of its type. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isRecord(value)) return false;
  if (value["type"] === "text") return typeof value["text"] === "string";
  const { type, mediaType, source, name, sizeBytes, sha256 } = value;
  if (!MEDIA_TYPES.some((one) => one === type) || typeof mediaType !== "string" || !isRecord(source)) return false;
  const content = source["type"] === "base64" ? source["data"] : source["url"];
  const isSize = sizeBytes === undefined || typeof sizeBytes === "bigint" || Number.isSafeInteger(sizeBytes);
  return typeof content === "string" && isSize && [name, sha256].every(isTextOrAbsent);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
