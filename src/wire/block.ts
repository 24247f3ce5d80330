import type * as wire from "../gen/toolspan/v1/block.js";
import type { ContentBlock, MediaBlock } from "../model/block.js";

/** The content blocks that a tool's answer may hold; `fromWire` leaves out kinds that only messages have. */
export const contentCodec = {
  toWire: (block: ContentBlock): wire.Block => {
    switch (block.type) {
      case "text":
        return { kind: { $case: "text", value: { text: block.text.toWellFormed() } } };
      case "image":
        return { kind: { $case: "image", value: mediaToWire(block) } };
      case "audio":
        return { kind: { $case: "audio", value: mediaToWire(block) } };
      case "video":
        return { kind: { $case: "video", value: mediaToWire(block) } };
      case "document":
        return { kind: { $case: "document", value: mediaToWire(block) } };
    }
  },

  fromWire: (block: wire.Block): ContentBlock | undefined => {
    const { kind } = block;
    switch (kind?.$case) {
      case "text":
        return { type: "text", text: kind.value.text };
      case "image":
      case "audio":
      case "video":
      case "document":
        return mediaFromWire(kind.$case, kind.value);
      case "reasoning":
      case "toolCall":
      case "toolResult":
      case undefined:
        return undefined;
    }
  },
};

function mediaToWire(block: MediaBlock): wire.MediaBlock {
  return {
    mediaType: block.mediaType,
    source:
      block.source.type === "base64"
        ? { $case: "base64", value: block.source.data }
        : { $case: "url", value: block.source.url },
    name: block.name,
    sizeBytes: block.sizeBytes === undefined ? undefined : BigInt(block.sizeBytes),
    sha256: block.sha256,
  };
}

function mediaFromWire(type: MediaBlock["type"], media: wire.MediaBlock): MediaBlock {
  const source: MediaBlock["source"] =
    media.source?.$case === "url"
      ? { type: "url", url: media.source.value }
      : { type: "base64", data: media.source?.value ?? "" };
  return {
    type,
    mediaType: media.mediaType,
    source,
    ...(media.name === undefined ? {} : { name: media.name }),
    ...(media.sizeBytes === undefined ? {} : { sizeBytes: safe(media.sizeBytes) }),
    ...(media.sha256 === undefined ? {} : { sha256: media.sha256 }),
  };
}

function safe(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
