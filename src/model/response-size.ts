import type { ContentBlock } from "./block.js";
import type { Fault } from "./fault.js";
import type { Payload } from "./payload.js";
import type { ToolResponse } from "./response.js";
import { writeJson } from "./write-json.js";

/** Bytes that a response takes in a message, but for what is small in every response. */
export function responseBytes({ result, blocks, fault }: ToolResponse<Payload | null>): number {
  let bytes = result?.data.byteLength ?? 0;
  for (const block of blocks) bytes += blockBytes(block);
  return fault === null ? bytes : bytes + detailsBytes(fault);
}

function blockBytes(block: ContentBlock): number {
  if (block.type === "text") return Buffer.byteLength(block.text);
  return Buffer.byteLength(block.source.type === "base64" ? block.source.data : block.source.url);
}

function detailsBytes({ details }: Fault): number {
  if (Object.keys(details).length === 0) return 0;
  const written = writeJson(details);
  return written.ok ? Buffer.byteLength(written.text) : 0;
}
