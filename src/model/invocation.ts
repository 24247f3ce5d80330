import type { Progress, ToolCall } from "./call.js";
import type { Outcome } from "./outcome.js";
import type { Payload } from "./payload.js";
import type { ToolResponse } from "./response.js";
import type { ToolSpec } from "./spec.js";

/** One invocation as the process that runs the tool sees it; arguments are checked. */
export interface Invocation {
  /** `name` is the bare name, `timeoutMs` what is left of the budget. */
  readonly call: ToolCall;
  /** The name as called, for texts. */
  readonly calledAs: string;
  /** Tells of the timeout or the cancel, at once where it has come already. */
  readonly onStop: (listener: (reason: "timeout" | "cancelled") => void) => void;
  readonly progress: (update: Progress) => void;
  readonly wantsProgress: boolean;
  /** Asks the sidecar what the tool asks (C3.8), as it stands; rejects where the sidecar cannot be asked. */
  readonly ask: (call: ToolCall, signal: AbortSignal) => Promise<ToolResponse<Payload | null>>;
}

/** How an invocation ended, and how many milliseconds the tool itself took. */
export interface Invoked {
  readonly outcome: Outcome<ToolResponse<Payload | null>>;
  readonly elapsedMs: number;
}

/** Tools that a process offers, and what runs them; `run` never rejects. */
export interface Offered {
  readonly specs: readonly ToolSpec[];
  readonly run: (invocation: Invocation) => Promise<Invoked>;
}
