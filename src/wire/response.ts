import type * as wire from "../gen/toolspan/v1/tool.js";
import { fault } from "../model/fault.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import { contentCodec } from "./block.js";
import type { Codec } from "./codec.js";
import { faultCodec } from "./fault.js";
import { payloadCodec } from "./payload.js";

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
    const error = w.error ?? null;
    const consistent = w.success === (error === null) && w.success === (w.fault === undefined);
    const common = {
      result: w.result === undefined ? null : payloadCodec.fromWire(w.result),
      executionTimeMs: Number(w.executionTimeMs),
      toolName: w.toolName ?? null,
      blocks: w.blocks.map(contentCodec.fromWire).filter((block) => block !== undefined),
    };
    if (consistent && w.success) return { ...common, success: true, error: null, fault: null };
    const message = consistent ? (error ?? "") : "The answer says both that the tool succeeded and that it failed.";
    const reason = consistent && w.fault !== undefined ? faultCodec.fromWire(w.fault) : fault("internal", message);
    return { ...common, success: false, error: message, fault: reason };
  },
};
