import { texts } from "../gen/texts.js";
import type { ToolCall } from "./call.js";
import type { Arguments, Call } from "./call-options.js";
import { cancelled, failure, timedOut } from "./failure.js";
import { type Fault, fault } from "./fault.js";
import { type Limits, MESSAGE_ROOM } from "./limits.js";
import { isPayload, type Payload, payload } from "./payload.js";
import { type Problem, problemDetails, problemText, sizeText } from "./problem.js";
import type { ToolResponse } from "./response.js";
import { writeJson } from "./write-json.js";

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
  const injected = encodeArguments(call.injected);
  const problems = [args, injected].flatMap((one) => ("problems" in one ? one.problems : []));
  if ("problems" in args || "problems" in injected) {
    const details = problemDetails(problems);
    const reason = fault("invalid_arguments", texts.invalid_arguments(name, problemText(problems)), { details });
    return { kind: "answer", response: failure(name, reason) };
  }
  const tooLarge = argumentsTooLarge(name, args.payload, limits, injected.payload);
  if (tooLarge !== null) return { kind: "answer", response: failure(name, tooLarge) };
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
      injected: injected.payload,
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

/** Why arguments do not fit into a message, or null where they do. */
export function argumentsTooLarge(
  name: string,
  args: Payload | null,
  { maxMessageBytes }: Pick<Limits, "maxMessageBytes">,
  injected: Payload | null = null,
): Fault | null {
  const bytes = (args?.data.byteLength ?? 0) + (injected?.data.byteLength ?? 0);
  if (bytes <= maxMessageBytes - MESSAGE_ROOM) return null;
  return fault("invalid_arguments", texts.arguments_too_large(name, bytes, sizeText(maxMessageBytes)));
}
