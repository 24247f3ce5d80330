import { texts } from "../gen/texts.js";
import { type Fault, fault } from "./fault.js";
import { type Limits, MESSAGE_ROOM } from "./limits.js";
import type { Payload } from "./payload.js";
import { sizeText } from "./problem.js";
import type { ToolResponse } from "./response.js";
import { responseBytes } from "./response-size.js";

/** Why a response does not fit into a message, or null where it does (C8.5). */
export function resultTooLarge(
  name: string,
  response: ToolResponse<Payload | null>,
  { maxMessageBytes }: Pick<Limits, "maxMessageBytes">,
): Fault | null {
  const bytes = responseBytes(response);
  if (bytes <= maxMessageBytes - MESSAGE_ROOM) return null;
  const message = texts.result_too_large(name, bytes, sizeText(maxMessageBytes));
  return fault("result_too_large", message, { details: { limit_bytes: maxMessageBytes } });
}
