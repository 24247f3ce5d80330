import type * as wire from "../gen/toolspan/v1/tools.js";
import type { ToolCall } from "../model/call.js";
import type { Codec } from "./codec.js";
import { payloadCodec } from "./payload.js";

export const callCodec: Codec<ToolCall, wire.CallRequest> = {
  toWire: (c) => ({
    name: c.name.toWellFormed(),
    arguments: c.args === null ? undefined : payloadCodec.toWire(c.args),
    timeoutMs: c.timeoutMs === null ? undefined : BigInt(Math.max(0, Math.ceil(c.timeoutMs))),
    callId: c.callId.toWellFormed(),
    specDigest: c.specDigest,
    invocationKey: c.invocationKey.toWellFormed(),
    depth: c.depth,
    injected: c.injected === null ? undefined : payloadCodec.toWire(c.injected),
    traceparent: c.traceparent,
    tracestate: c.tracestate,
  }),
  fromWire: (w) => ({
    name: w.name,
    args: w.arguments === undefined ? null : payloadCodec.fromWire(w.arguments),
    timeoutMs: w.timeoutMs === undefined ? null : Number(w.timeoutMs),
    callId: w.callId,
    specDigest: w.specDigest,
    invocationKey: w.invocationKey,
    depth: w.depth,
    injected: w.injected === undefined ? null : payloadCodec.fromWire(w.injected),
    traceparent: w.traceparent,
    tracestate: w.tracestate,
  }),
};
