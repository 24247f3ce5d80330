import { texts } from "../gen/texts.js";
import type { ToolCall } from "../model/call.js";
import { fault } from "../model/fault.js";
import { type Limits, MESSAGE_ROOM } from "../model/limits.js";
import { isPayload, type Payload, payload } from "../model/payload.js";
import { type Problem, problemDetails, problemText, sizeText } from "../model/problem.js";
import type { ToolResponse } from "../model/response.js";
import { writeJson } from "../model/write-json.js";
import { cancelled, failure, timedOut } from "./failure.js";
import type { Arguments, Call } from "./options.js";

/** A call that is ready to travel, or the answer that it has without leaving this process. */
export type Encoded =
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "answer"; readonly response: ToolResponse };

/** Turns what a caller says into a call (C1.4, C8.5). */
export function encodeCall(
  call: Call,
  limits: Pick<Limits, "maxMessageBytes">,
  signal: AbortSignal | undefined = call.signal,
): Encoded {
  const { name, timeout = Number.POSITIVE_INFINITY } = call;
  if (Number.isNaN(timeout)) throw new RangeError(`The timeout of ${name} is not a number of milliseconds.`);
  if (signal?.aborted) return { kind: "answer", response: cancelled(name) };
  if (timeout <= 0) return { kind: "answer", response: timedOut(name, timeout) };
  const args = encodeArguments(call.args);
  if ("problems" in args) {
    const { problems } = args;
    return refuse(name, texts.invalid_arguments(name, problemText(problems)), problemDetails(problems));
  }
  const bytes = args.payload?.data.length ?? 0;
  if (bytes > limits.maxMessageBytes - MESSAGE_ROOM) {
    return refuse(name, texts.arguments_too_large(name, bytes, sizeText(limits.maxMessageBytes)));
  }
  return {
    kind: "call",
    call: {
      name,
      args: args.payload,
      timeoutMs: Number.isFinite(timeout) ? Math.ceil(timeout) : null,
      callId: call.callId ?? "",
      specDigest: call.specDigest ?? "",
      invocationKey: call.invocationKey ?? "",
      depth: 0,
      injected: null,
      traceparent: "",
      tracestate: "",
    },
  };
}

function encodeArguments(args: Arguments): { payload: Payload | null } | { problems: readonly Problem[] } {
  if (args === null || args === undefined) return { payload: null };
  if (typeof args === "string") return { payload: payload(args) };
  if (isPayload(args)) return { payload: args };
  const written = writeJson(args);
  return written.ok ? { payload: payload(written.text) } : { problems: written.problems };
}

function refuse(name: string, message: string, details: Readonly<Record<string, unknown>> = {}): Encoded {
  return { kind: "answer", response: failure(name, fault("invalid_arguments", message, { details })) };
}
