import type { StopReason } from "../invoke/stop.js";
import type { Progress, ToolCall } from "../model/call.js";
import type { Outcome } from "../model/outcome.js";
import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import type { Carried } from "./carried.js";

/** What a worker thread is started with. */
export interface WorkerData {
  readonly file: string;
  readonly source: string;
  readonly cache: string;
}

/** To a worker thread: whatever is queued, in one message. */
export interface ToWorker {
  /** Flat runs of CALL_FIELDS values each, since plain values cross between threads many times faster than objects. */
  readonly calls: readonly (number | string)[];
  /** Numbers of calls to stop. */
  readonly stops: readonly { readonly number: number; readonly reason: StopReason }[];
  readonly answers: readonly WorkerAnswer[];
  /** Asks for an answer, to tell a deaf worker from a busy one. */
  readonly ping: boolean;
}

/**
 * The values of one call in `ToWorker.calls`: its number, the tool, the name as called, the call's id, argument text, depth,
 * milliseconds that are left.
 */
export const CALL_FIELDS = 7;

/** The values of one ordinary success in `FromWorker.done`: the call's number, elapsed milliseconds, JSON text. */
export const DONE_FIELDS = 3;

/** From a worker thread. */
export interface FromWorker {
  /** First message only: the module is loaded, or why it is not. */
  readonly loaded?:
    | { readonly specs: readonly ToolSpec[]; readonly warnings: readonly string[] }
    | { readonly error: string };
  /** Successes whose result is JSON text and that have no blocks, as flat runs of DONE_FIELDS values. */
  readonly done?: readonly (number | string)[];
  /** Every other outcome. */
  readonly outcomes?: readonly WorkerOutcome[];
  readonly progress?: readonly { readonly number: number; readonly update: Progress }[];
  readonly logs?: readonly WorkerLog[];
  /** Calls that tools make themselves (C3.8). */
  readonly asks?: readonly WorkerAsk[];
  /** Those that nobody waits for any more. */
  readonly askStops?: readonly AskNumber[];
  readonly pong?: boolean;
}

export interface WorkerOutcome {
  readonly number: number;
  readonly outcome: Outcome<ToolResponse<Carried | null>>;
  readonly elapsedMs: number;
}

export interface AskNumber {
  /** The number of the call whose tool asks. */
  readonly within: number;
  readonly number: number;
}

export interface WorkerAsk extends AskNumber {
  readonly call: Pick<ToolCall, "name" | "timeoutMs" | "callId" | "specDigest" | "invocationKey"> & {
    readonly args: Carried | null;
    readonly injected: Carried | null;
  };
}

export interface WorkerAnswer {
  readonly number: number;
  readonly response: ToolResponse<Carried | null>;
}

export interface WorkerLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly tool: string;
  readonly callId: string;
  readonly message: string;
  readonly fields: string | null;
}
