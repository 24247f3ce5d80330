import type { JsonMap, ToolCallBlock } from "../block.js";
import type { Float } from "../float.js";
import type { ChatResult } from "../messages/chat-result.js";
import type { ChatMessage } from "../messages/message.js";
import type { ToolResponse } from "../response.js";

/** A JSON number that keeps its kind: `Float` is an integral float such as 1.0. */
export type JsonNumber = number | bigint | Float;

/** What an agent run begins with (`_input_event`). */
export interface InputEvent {
  readonly kind: "input";
  /** Any JSON value. */
  readonly input: unknown;
}

/** What an agent run tells the outside (`_output_event`). */
export interface OutputEvent {
  readonly kind: "output";
  /** Any JSON value. */
  readonly output: unknown;
}

/** A question to a chat model (`_chat_request_event`). */
export interface ChatRequestEvent {
  readonly kind: "chat_request";
  /** The name of the chat model resource. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Values of a prompt's placeholders, by name. */
  readonly promptArgs: JsonMap;
  /** The schema of the answer as its writer has it; null where the answer is free text. */
  readonly outputSchema: unknown;
}

/** What became of a chat request (`_chat_response_event`): a result where SUCCESS, a text where FAILED. */
export interface ChatResponseEvent {
  readonly kind: "chat_response";
  /** The UUID of the request. */
  readonly requestId: string;
  readonly status: "SUCCESS" | "FAILED";
  readonly response: ChatResult | null;
  /** Never empty where FAILED, else null. */
  readonly error: string | null;
  /** Attempts after the first, over all tool rounds. */
  readonly retryCount: number | bigint;
  /** Seconds between attempts. */
  readonly totalRetryWaitSec: number | bigint;
  /** What the output schema made of a successful answer; null where there is none. */
  readonly structuredOutput: unknown;
  /** How a router chose the model; null where none did. */
  readonly modelRouting: unknown;
}

/** A wish to call tools (`_tool_request_event`). */
export interface ToolRequestEvent {
  readonly kind: "tool_request";
  /** The chat model that asks; null where none does. */
  readonly model: string | null;
  /** Each with an id of its own. */
  readonly toolCalls: readonly ToolCallBlock[];
}

/** What became of a tool request (`_tool_response_event`); the maps go by call id. */
export interface ToolResponseEvent {
  readonly kind: "tool_response";
  /** The UUID of the request. */
  readonly requestId: string;
  /** Where an event tells no fault of a failure, it is `tool_error` with the failure's text. */
  readonly responses: ReadonlyMap<string, ToolResponse>;
  readonly success: ReadonlyMap<string, boolean>;
  /** The diagnostic text of each failure; null where its writer had none. */
  readonly error: ReadonlyMap<string, string | null>;
  /** The id that the model's provider gave each call; null where it gave none. */
  readonly externalIds: ReadonlyMap<string, string | null>;
  /** Milliseconds since 1970; null where its writer tells none. */
  readonly timestamp: number | bigint | null;
}

/** A search in a vector store (`_context_retrieval_request_event`). */
export interface ContextRetrievalRequestEvent {
  readonly kind: "context_retrieval_request";
  readonly query: string;
  /** The name of the vector store resource. */
  readonly vectorStore: string;
  /** The most documents that are wanted. */
  readonly maxResults: number | bigint;
}

/** One document of a vector store. */
export interface Document {
  readonly content: string;
  readonly metadata: JsonMap;
  readonly id: string | null;
  readonly embedding: readonly JsonNumber[] | null;
  /** How well it fits the query, as the store counts. */
  readonly score: JsonNumber | null;
}

/** What a search found, best first (`_context_retrieval_response_event`). */
export interface ContextRetrievalResponseEvent {
  readonly kind: "context_retrieval_response";
  /** The UUID of the request. */
  readonly requestId: string;
  readonly query: string;
  readonly documents: readonly Document[];
}

/** What an action wrote to short-term memory (`_short_term_write_event`). */
export interface ShortTermWriteEvent {
  readonly kind: "short_term_write";
  /** The key of the partition, as text. */
  readonly key: string;
  /** Values by path, such as `user.tier`. */
  readonly value: JsonMap;
}

/** What short-term memory holds as a run begins (`_agent_run_begin_event`). */
export interface AgentRunBeginEvent {
  readonly kind: "agent_run_begin";
  /** The key of the partition, as text. */
  readonly key: string;
  /** Values by path, such as `user.tier`. */
  readonly value: JsonMap;
}

/**
 * How an execution goes: `_execution_started_event`, `_execution_finished_event` (success), `_execution_failed_event` and
 * `_execution_reused_event`. Null is what its writer does not tell.
 */
export interface ExecutionEvent {
  readonly kind: "execution";
  readonly status: "started" | "success" | "failed" | "reused";
  /** Such as `action`, `llm`, `parser`, `tool`. */
  readonly entityType: string | null;
  readonly entityName: string | null;
  readonly entityMetadata: JsonMap | null;
  /** Such as `tool_call_failed`. */
  readonly problemCategory: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
}

/** An event of any other type; its attributes are its writer's. */
export interface CustomEvent {
  readonly kind: "custom";
  readonly type: string;
  readonly attributes: JsonMap;
}

/** The known attributes of an event, typed and checked; what is not known stays in the event (C7.1). */
export type TypedEvent =
  | InputEvent
  | OutputEvent
  | ChatRequestEvent
  | ChatResponseEvent
  | ToolRequestEvent
  | ToolResponseEvent
  | ContextRetrievalRequestEvent
  | ContextRetrievalResponseEvent
  | ShortTermWriteEvent
  | AgentRunBeginEvent
  | ExecutionEvent
  | CustomEvent;

export const EXECUTION_TYPES = {
  started: "_execution_started_event",
  success: "_execution_finished_event",
  failed: "_execution_failed_event",
  reused: "_execution_reused_event",
} as const satisfies Record<ExecutionEvent["status"], string>;

/** The type that the envelope of a typed event has. */
export function typeOf(event: TypedEvent): string {
  if (event.kind === "custom") return event.type;
  return event.kind === "execution" ? EXECUTION_TYPES[event.status] : `_${event.kind}_event`;
}
