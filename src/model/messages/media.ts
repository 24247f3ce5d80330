import type { MediaBlock } from "../block.js";

type Kind = MediaBlock["type"];
type Facts = Pick<MediaBlock, "name" | "sizeBytes" | "sha256">;

/** Media of bytes. */
export function mediaFromBytes(type: Kind, bytes: Uint8Array, mediaType: string, facts: Facts = {}): MediaBlock {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return mediaFromBase64(type, data, mediaType, facts);
}

/** Media of base64 text, which is carried as it is. */
export function mediaFromBase64(type: Kind, data: string, mediaType: string, facts: Facts = {}): MediaBlock {
  return { type, mediaType, source: { type: "base64", data }, ...facts };
}

/** Media that lies elsewhere. */
export function mediaFromUrl(type: Kind, url: string, mediaType: string, facts: Facts = {}): MediaBlock {
  return { type, mediaType, source: { type: "url", url }, ...facts };
}

/** Bytes, as stated or as its base64 text tells; null where unknown. */
export function mediaSize({ sizeBytes, source }: MediaBlock): number | bigint | null {
  if (sizeBytes !== undefined) return sizeBytes;
  if (source.type === "url") return null;
  const padding = source.data.endsWith("==") ? 2 : source.data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((source.data.length * 3) / 4) - padding);
}
