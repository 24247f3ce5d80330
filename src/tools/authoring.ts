/** The words of a TypeScript tool author, as `toolspan` exports them. */
export type { ContentBlock, MediaBlock, TextBlock } from "../model/block.js";
export type { Progress } from "../model/call.js";
export type { Arguments, BatchOptions, Call, CallOptions } from "../model/call-options.js";
export type { Cause, Fault, FaultKind } from "../model/fault.js";
export { type Float, float } from "../model/float.js";
export { type Payload, payload } from "../model/payload.js";
export { ToolResponse } from "../model/response.js";
export { type ToolContext, type ToolDefinition, type ToolLog, type ToolOptions, tool } from "./tool.js";
