import { texts } from "../gen/texts.js";
import type { ContentBlock } from "./block.js";
import { type Fault, fault } from "./fault.js";
import { type Limits, MESSAGE_ROOM } from "./limits.js";
import type { Payload } from "./payload.js";
import { sizeText } from "./problem.js";
import type { ToolResponse } from "./response.js";

/** Why a response does not fit into a message, or null where it does (C8.5). */
export function resultTooLarge(
  name: string,
  { result, blocks }: ToolResponse<Payload | null>,
  { maxMessageBytes }: Pick<Limits, "maxMessageBytes">,
): Fault | null {
  const bytes = blocks.reduce((sum, block) => sum + blockSize(block), result?.data.byteLength ?? 0);
  if (bytes <= maxMessageBytes - MESSAGE_ROOM) return null;
  const message = texts.result_too_large(name, bytes, sizeText(maxMessageBytes));
  return fault("result_too_large", message, { details: { limit_bytes: maxMessageBytes } });
}

function blockSize(block: ContentBlock): number {
  if (block.type === "text") return Buffer.byteLength(block.text);
  return Buffer.byteLength(block.source.type === "base64" ? block.source.data : block.source.url);
}
