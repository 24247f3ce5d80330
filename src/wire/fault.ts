import * as wire from "../gen/toolspan/v1/fault.js";
import { FAULT_KINDS, type Fault, type FaultKind } from "../model/fault.js";
import type { Codec } from "./codec.js";
import { objectCodec } from "./payload.js";

const toKind = {
  tool_error: wire.FaultKind.FAULT_KIND_TOOL_ERROR,
  exception: wire.FaultKind.FAULT_KIND_EXCEPTION,
  unknown_tool: wire.FaultKind.FAULT_KIND_UNKNOWN_TOOL,
  invalid_arguments: wire.FaultKind.FAULT_KIND_INVALID_ARGUMENTS,
  invalid_result: wire.FaultKind.FAULT_KIND_INVALID_RESULT,
  result_too_large: wire.FaultKind.FAULT_KIND_RESULT_TOO_LARGE,
  timeout: wire.FaultKind.FAULT_KIND_TIMEOUT,
  cancelled: wire.FaultKind.FAULT_KIND_CANCELLED,
  host_lost: wire.FaultKind.FAULT_KIND_HOST_LOST,
  overloaded: wire.FaultKind.FAULT_KIND_OVERLOADED,
  internal: wire.FaultKind.FAULT_KIND_INTERNAL,
} satisfies Record<FaultKind, wire.FaultKind>;

const fromKind = new Map<wire.FaultKind, FaultKind>(FAULT_KINDS.map((kind) => [toKind[kind], kind]));

export const faultCodec: Codec<Fault, wire.Fault> = {
  toWire: (f) => ({
    kind: toKind[f.kind],
    message: f.message.toWellFormed(),
    language: f.language,
    type: f.type.toWellFormed(),
    causes: f.causes.map((c) => ({
      language: c.language,
      type: c.type.toWellFormed(),
      message: c.message.toWellFormed(),
    })),
    details: objectCodec.toWire(f.details),
    retryable: f.retryable,
  }),
  fromWire: (w) => ({
    // A kind that a newer peer added reads as internal.
    kind: fromKind.get(w.kind) ?? "internal",
    message: w.message,
    language: w.language,
    type: w.type,
    causes: w.causes.map(({ language, type, message }) => ({ language, type, message })),
    details: objectCodec.fromWire(w.details),
    retryable: w.retryable,
  }),
};
