import { modelText as modelTextOf } from "../model/model-text.js";
import type { ToolResponse } from "../model/response.js";
import { responseJson } from "../model/response-json.js";
import { unread } from "../model/unread.js";

/** The canonical JSON text of a response, the same from every caller; a received result stands in it unread. */
export function toJson(response: ToolResponse): string {
  return responseJson(unread(response));
}

/** What a model reads of a response, the same from every runtime (C2.10, C2.11). */
export function modelText(response: ToolResponse): string {
  return modelTextOf(unread(response));
}
