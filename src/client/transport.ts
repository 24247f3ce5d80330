import type { Progress, ToolCall } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { Trouble } from "./status.js";

/** What became of one sending of one call. */
export type Answer =
  | { readonly kind: "answered"; readonly response: ToolResponse<Payload | null> }
  | { readonly kind: "aborted" }
  | Trouble;

/** Who is told what a running tool tells. */
export type OnProgress = (update: Progress) => void;

/** How a call travels over a connection that is there; it repeats nothing, and waits for its turn and its answer. */
export interface Transport {
  /** `until` is when the budget of the call ends, on the clock of `performance.now`. */
  send(
    call: ToolCall,
    until: number,
    signal: AbortSignal | undefined,
    progress: OnProgress | undefined,
  ): Promise<Answer>;
  /** Cancels what is on the way. */
  close(): void;
}

/** Milliseconds that the wait for an answer ends behind the budget that the call itself carries (C2.6). */
export const BACKSTOP = 2000;

/** A call that waited before it was sent states what is left of its budget. */
export function hurried(call: ToolCall, until: number): ToolCall {
  if (call.timeoutMs === null) return call;
  return { ...call, timeoutMs: Math.max(1, Math.ceil(until - performance.now())) };
}
