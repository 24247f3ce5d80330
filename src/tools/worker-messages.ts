import type { StopReason } from "../invoke/stop.js";
import type { Progress } from "../model/call.js";
import type { Outcome } from "../model/outcome.js";
import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";

/** What a worker thread is started with. */
export interface WorkerData {
  readonly file: string;
  readonly source: string;
}

/** To a worker thread: whatever is queued, in one message. */
export interface ToWorker {
  readonly calls: readonly WorkerCall[];
  /** Numbers of calls to stop. */
  readonly stops: readonly { readonly number: number; readonly reason: StopReason }[];
  /** Asks for an answer, to tell a deaf worker from a busy one. */
  readonly ping: boolean;
}

export interface WorkerCall {
  readonly number: number;
  readonly tool: string;
  readonly calledAs: string;
  readonly callId: string;
  readonly argumentsText: string;
}

/** A payload in the form that crosses between threads cheapest: text for small JSON, transferred bytes otherwise. */
export type Carried = { readonly text: string } | { readonly data: Uint8Array; readonly mediaType: string };

/** From a worker thread. */
export interface FromWorker {
  /** First message only: the module is loaded, or why it is not. */
  readonly loaded?:
    | { readonly specs: readonly ToolSpec[]; readonly warnings: readonly string[] }
    | { readonly error: string };
  readonly outcomes?: readonly WorkerOutcome[];
  readonly progress?: readonly { readonly number: number; readonly update: Progress }[];
  readonly logs?: readonly WorkerLog[];
  readonly pong?: boolean;
}

export interface WorkerOutcome {
  readonly number: number;
  readonly outcome: Outcome<ToolResponse<Carried | null>>;
  readonly elapsedMs: number;
}

export interface WorkerLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly tool: string;
  readonly callId: string;
  readonly message: string;
  readonly fields: string | null;
}
