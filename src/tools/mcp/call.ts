import { texts } from "../../gen/texts.js";
import type { Response } from "../../invoke/invoke.js";
import type { Job } from "../../invoke/runner.js";
import type { Progress } from "../../model/call.js";
import { type Fault, fault } from "../../model/fault.js";
import { type Outcome, raised, returned } from "../../model/outcome.js";
import { ToolResponse } from "../../model/response.js";
import type { McpConnection } from "./connection.js";
import { protectNumbers } from "./exact.js";
import { callFault } from "./faults.js";
import type { McpServerOptions } from "./options.js";
import { outcomeOf } from "./outcome.js";
import { headersOf } from "./param-headers.js";
import type { McpTool } from "./specs.js";

const RAISES = new Set(["exception", "host_lost", "overloaded", "internal", "timeout", "cancelled"]);

/** One `tools/call`: progress extends its time, a stop cancels it on the wire; `failed` sees the error behind a failure. */
export async function callOf(
  connection: McpConnection,
  { name, isWrapped, headers }: McpTool,
  job: Job,
  { idleMs }: McpServerOptions,
  failed: (error: unknown) => void,
): Promise<Outcome<Response>> {
  const cancel = new AbortController();
  let idle = false;
  const timer = setTimeout(() => {
    idle = true;
    cancel.abort("no answer and no progress in time");
  }, idleMs);
  job.stop.onStop((reason) => cancel.abort(reason === "timeout" ? "the time budget ran out" : "the caller cancelled"));
  const meta = traceOf(job);
  const params = {
    name,
    arguments: JSON.parse(protectNumbers(job.argumentsText)) as unknown,
    ...(meta !== null && { _meta: meta }),
  };
  try {
    const raw = await connection.ask("tools/call", params, {
      signal: cancel.signal,
      headers: headersOf(headers, job.argumentsText),
      progress: (update) => {
        timer.refresh();
        job.progress(progressOf(update));
      },
    });
    return outcomeOf(raw, job.calledAs, isWrapped);
  } catch (error) {
    if (idle) return raised(fault("timeout", texts.timeout(job.calledAs, idleMs), { retryable: true }));
    failed(error);
    return failure(callFault(error, job.calledAs));
  } finally {
    clearTimeout(timer);
  }
}

function failure(reason: Fault): Outcome<Response> {
  return RAISES.has(reason.kind) ? raised(reason) : returned({ ...ToolResponse.error(reason.message), fault: reason });
}

function progressOf(update: {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}): Progress {
  const { progress, total, message } = update;
  const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : undefined;
  return { ...(fraction !== undefined && { fraction }), ...(message !== undefined && { message }) };
}

function traceOf({ traceparent, tracestate }: Job): Record<string, string> | null {
  if (traceparent === "") return null;
  return { traceparent, ...(tracestate !== "" && { tracestate }) };
}
