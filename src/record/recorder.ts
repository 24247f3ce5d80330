import { randomUUID } from "node:crypto";
import type { ToolCall } from "../model/call.js";
import type { Event } from "../model/event.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import type { Audience } from "./audience.js";
import { executionEvent, type Phase } from "./execution.js";
import type { Trace } from "./log-record.js";
import type { ToolMetrics } from "./metrics.js";
import { type Recording, recordingOf } from "./recording.js";
import { toolRequestEvent, toolResponseEvent } from "./tool-events.js";

/** What is known of a call that has ended, beside its response. */
export interface Ended {
  /** Null where no tool was found. */
  readonly spec: ToolSpec | null;
  /** What `begin` gave. */
  readonly recording: Recording | null;
  /** The answer came from the journal, and no tool ran (C8.7). */
  readonly reused?: boolean;
}

export interface RecorderParts {
  readonly metrics: ToolMetrics;
  readonly audience: Audience;
  /** Told where an event could not be made; the call goes on. */
  readonly failed: (error: unknown) => void;
}

/** Tells events, executions and metrics of each call from the one response that its caller gets (C7.3). */
export class Recorder {
  readonly #parts: RecorderParts;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** A call begins; null where nobody is told of events. */
  begin(call: ToolCall, spec: ToolSpec | null, within: Recording | null): Recording | null {
    if (this.#parts.audience.isEmpty) return null;
    return this.#trying(() => {
      const recording = recordingOf(call, spec, within, randomUUID);
      const { requestId, asked, execution } = recording;
      const from = { model: null, upstreamEventId: within?.requestId ?? null };
      this.#tell(toolRequestEvent(requestId, [asked], from), { inputRunId: execution.inputRunId });
      this.#tell(executionEvent(randomUUID(), { status: "started" }), execution);
      return recording;
    });
  }

  /** A call has ended, with what its caller gets; called once for each. */
  ended(call: ToolCall, response: ToolResponse<Payload | null>, { spec, recording, reused = false }: Ended): void {
    this.#parts.metrics.toolEnded(spec, call, response);
    if (this.#parts.audience.isEmpty) return;
    this.#trying(() => {
      // Who came in the middle of a call sees its end.
      const { callId, requestId, execution } = recording ?? recordingOf(call, spec, null, randomUUID);
      this.#tell(executionEvent(randomUUID(), phaseOf(response, reused)), execution);
      const event = toolResponseEvent(randomUUID(), requestId, [{ callId, response }], new Date());
      this.#tell(event, { inputRunId: execution.inputRunId });
    });
  }

  #tell(event: Event, trace: Trace): void {
    this.#parts.audience.tell({ at: new Date(), event, trace });
  }

  #trying<T>(make: () => T): T | null {
    try {
      return make();
    } catch (error) {
      this.#parts.failed(error);
      return null;
    }
  }
}

function phaseOf({ success, error, fault }: ToolResponse<Payload | null>, reused: boolean): Phase {
  if (reused) return { status: "reused" };
  if (success) return { status: "success" };
  // The reference names the root cause.
  const root = fault?.causes.at(-1) ?? { type: fault?.type ?? "", message: error ?? "" };
  const errorType = root.type || (fault?.kind ?? "");
  return { status: "failed", problem: { category: "tool_call_failed", errorType, errorMessage: root.message } };
}
