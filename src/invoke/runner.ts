import type { Progress, ToolCall } from "../model/call.js";
import type { Outcome } from "../model/outcome.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { Response } from "./invoke.js";
import type { Stop } from "./stop.js";

/** One call as the place that runs it sees it: checked, within limits, with a signal that ends it. */
export interface Job {
  /** The bare name of the tool in its source. */
  readonly tool: string;
  /** The name as called, for texts. */
  readonly calledAs: string;
  readonly callId: string;
  /** A JSON object. */
  readonly argumentsText: string;
  /** How many tool calls this one stands within (C3.8). */
  readonly depth: number;
  /** Milliseconds that are left of the budget. */
  readonly budgetMs: number;
  /** Stopped on timeout and cancel. */
  readonly stop: Stop;
  readonly progress: (update: Progress) => void;
  /** Whether anybody listens to `progress`. */
  readonly wantsProgress: boolean;
  /** W3C trace context; empty where the caller gave none. */
  readonly traceparent: string;
  readonly tracestate: string;
  /** Asks what the tool asks (C3.8): depth, trace and what is left of the budget are this job's, whatever the call says. */
  readonly call: (call: ToolCall, stop: Stop) => Promise<Response>;
}

/** How one run ended, and how many milliseconds the tool itself took (C2.9). */
export interface Ran {
  readonly outcome: Outcome<ToolResponse<Payload | null>>;
  readonly elapsedMs: number;
}

/** Whoever runs the tools of one source: a worker thread, this process, a host, an MCP server. Never rejects. */
export interface Runner {
  run(job: Job): Promise<Ran>;
}
