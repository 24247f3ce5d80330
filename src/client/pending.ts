import type { ToolCall } from "../model/call.js";
import type { Answer, OnProgress } from "./transport.js";

/** A call that travels on a line, from its turn in the queue to its answer. */
export interface Pending {
  readonly call: ToolCall;
  /** When its budget ends. */
  readonly until: number;
  readonly signal: AbortSignal | undefined;
  readonly progress: OnProgress | undefined;
  readonly resolve: (answer: Answer) => void;
  /** The turn of the line in which it came. */
  readonly turn: number;
  /** Zero as long as it waits to be sent. */
  number: bigint;
  timer: NodeJS.Timeout | undefined;
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Milliseconds for a timer that is to fire at a point of the clock, or on the way there. */
export function timerUntil(until: number): number {
  return Math.min(Math.max(0, Math.ceil(until - performance.now())), LONGEST_TIMER);
}
