import type { JsonMap } from "../model/block.js";
import type { Event } from "../model/event.js";
import { EXECUTION_TYPES } from "../model/events/typed-event.js";

/** What runs; the words of Flink Agents (C7.4). */
export type EntityType = "action" | "llm" | "parser" | "tool";

/** Why an execution failed, in the words of Flink Agents. */
export type ProblemCategory =
  | "action_execution_failed"
  | "model_call_failed"
  | "model_output_parse_error"
  | "tool_call_failed";

/** One execution, and what it runs within. */
export interface Execution {
  readonly id: string;
  /** The execution that it stands within; null for the outermost. */
  readonly parentId: string | null;
  /** The same for everything that one input caused. */
  readonly inputRunId: string;
  readonly entityType: EntityType;
  readonly entityName: string;
  readonly entityMetadata: JsonMap;
}

export interface Problem {
  readonly category: ProblemCategory;
  readonly errorType: string;
  readonly errorMessage: string;
}

/** How an execution goes on, and how it ends. */
export type Phase =
  | { readonly status: "started" | "success" | "reused" }
  | { readonly status: "failed"; readonly problem: Problem };

/** The event that says so; an empty type or message of a problem is left out. */
export function executionEvent(id: string, phase: Phase): Event {
  const attributes: JsonMap = { status: phase.status };
  if (phase.status === "failed") {
    const { category, errorType, errorMessage } = phase.problem;
    attributes["problemCategory"] = category;
    if (errorType !== "") attributes["errorType"] = errorType;
    if (errorMessage !== "") attributes["errorMessage"] = errorMessage;
  }
  return {
    id,
    type: EXECUTION_TYPES[phase.status],
    attributes,
    upstreamEventId: null,
    upstreamActionName: null,
    extra: {},
  };
}

/** Whether an event says how an execution goes. */
export function isExecutionEvent(type: string): boolean {
  return Object.values<string>(EXECUTION_TYPES).includes(type);
}
