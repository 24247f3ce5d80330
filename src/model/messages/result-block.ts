import type { ToolResultBlock } from "../block.js";
import { modelText } from "../model-text.js";
import type { ToolResponse } from "../response.js";
import { unread } from "../unread.js";

/** What the model reads of a tool call: the failure's text, the tool's own blocks, or the result's text (C2.10, C5.4). */
export function toResultBlock(response: ToolResponse, callId: string): ToolResultBlock {
  const own = response.success && response.blocks.length > 0;
  return {
    type: "tool_result",
    callId,
    blocks: own ? response.blocks : [{ type: "text", text: modelText(unread(response)) }],
    isError: !response.success,
    metadata: {},
  };
}
