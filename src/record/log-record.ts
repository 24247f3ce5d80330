import type { Event } from "../model/event.js";
import { writeJson } from "../model/write-json.js";
import { type Execution, isExecutionEvent } from "./execution.js";
import type { LogLevel } from "./levels.js";
import { sanitize } from "./sanitize.js";
import { type Bounds, truncate } from "./truncate.js";

/** What an event was part of: an execution, or only an input. */
export type Trace = Execution | { readonly inputRunId: string };

/** One thing to tell: an event, when, and what it was part of. */
export interface Told {
  readonly at: Date;
  readonly event: Event;
  readonly trace: Trace | null;
}

export interface LogLine {
  /** JSON, without a line break. */
  readonly text: string;
  readonly truncated: boolean;
}

/** The line of an event in the log: Flink Agents' flat record in its order, sanitized at every level, cut at STANDARD. */
export function logLine({ at, event, trace }: Told, level: Exclude<LogLevel, "OFF">, bounds: Bounds): LogLine {
  const { status, problemCategory, ...others } = event.attributes;
  const isExecution = isExecutionEvent(event.type);
  const clean = sanitize(isExecution ? others : event.attributes);
  const { value, truncated } = level === "STANDARD" ? truncate(clean, bounds) : { value: clean, truncated: false };
  const written = writeJson({
    timestamp: at.toISOString(),
    logLevel: level,
    ...(trace !== null && traceFields(trace)),
    eventId: event.id,
    eventType: event.type,
    upstreamEventId: event.upstreamEventId ?? undefined,
    upstreamActionName: event.upstreamActionName ?? undefined,
    status: isExecution ? status : undefined,
    problemCategory: isExecution ? problemCategory : undefined,
    eventAttributes: value,
  });
  if (!written.ok) throw new Error(`The event has no JSON form: ${written.problems[0]?.reason ?? ""}`);
  return { text: written.text, truncated };
}

function traceFields(trace: Trace): object {
  if (!("id" in trace)) return { inputRunId: trace.inputRunId };
  const { id, parentId, inputRunId, entityType, entityName, entityMetadata } = trace;
  return {
    inputRunId,
    executionId: id,
    parentExecutionId: parentId ?? undefined,
    entityType,
    entityName,
    entityMetadata: Object.keys(entityMetadata).length === 0 ? undefined : entityMetadata,
  };
}
