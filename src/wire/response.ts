import type * as wire from "../gen/toolspan/v1/tool.js";
import { fault } from "../model/fault.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import { contentCodec } from "./block.js";
import type { Codec } from "./codec.js";
import { faultCodec } from "./fault.js";
import { payloadCodec } from "./payload.js";

const NO_BLOCKS: readonly [] = [];

/** The response with its result unread, as it stands on the wire (C1.2, C2.2). */
export const responseCodec: Codec<ToolResponse<Payload | null>, wire.ToolResponse> = {
  toWire: (r) => ({
    result: r.result === null ? undefined : payloadCodec.toWire(r.result),
    success: r.success,
    error: r.error?.toWellFormed() ?? undefined,
    executionTimeMs: BigInt(r.executionTimeMs),
    toolName: r.toolName?.toWellFormed() ?? undefined,
    blocks: r.blocks.map(contentCodec.toWire),
    fault: r.fault === null ? undefined : faultCodec.toWire(r.fault),
  }),
  fromWire: (w) => {
    const result = w.result === undefined ? null : payloadCodec.fromWire(w.result);
    const executionTimeMs = Number(w.executionTimeMs);
    const toolName = w.toolName ?? null;
    const blocks =
      w.blocks.length === 0 ? NO_BLOCKS : w.blocks.map(contentCodec.fromWire).filter((b) => b !== undefined);
    const error = w.error ?? null;
    if (w.success && error === null && w.fault === undefined) {
      return { result, success: true, error, executionTimeMs, toolName, blocks, fault: null };
    }
    if (!w.success && error !== null && w.fault !== undefined) {
      return { result, success: false, error, executionTimeMs, toolName, blocks, fault: faultCodec.fromWire(w.fault) };
    }
    const contradiction = "The answer says both that the tool succeeded and that it failed.";
    const reason = fault("internal", contradiction);
    return { result, success: false, error: contradiction, executionTimeMs, toolName, blocks, fault: reason };
  },
};
