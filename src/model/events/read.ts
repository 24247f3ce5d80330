import { texts } from "../../gen/texts.js";
import type { ToolCallBlock } from "../block.js";
import { blockOf, messageOf, resultOf } from "../messages/from-json.js";
import { InvalidMessageError } from "../messages/invalid.js";
import { JsonFields } from "../messages/json-fields.js";
import { booleanAt, countAt, countOf, entriesOf, numberAt, requiredMap, textAt, uuidOf } from "./fields.js";
import { responseOf } from "./response.js";
import {
  type ChatRequestEvent,
  type ChatResponseEvent,
  type ContextRetrievalRequestEvent,
  type ContextRetrievalResponseEvent,
  type Document,
  EXECUTION_TYPES,
  type ExecutionEvent,
  type ToolRequestEvent,
  type ToolResponseEvent,
  type TypedEvent,
} from "./typed-event.js";

const STATUSES = ["started", "success", "failed", "reused"] as const;

/** How the attributes of each known type are read: in the order of their names here, the first that is wrong is told. */
export const READERS: ReadonlyMap<string, (attributes: JsonFields) => TypedEvent> = new Map<
  string,
  (attributes: JsonFields) => TypedEvent
>([
  ["_input_event", (a) => ({ kind: "input", input: a.required("input") })],
  ["_output_event", (a) => ({ kind: "output", output: a.required("output") })],
  ["_chat_request_event", chatRequest],
  ["_chat_response_event", chatResponse],
  ["_tool_request_event", toolRequest],
  ["_tool_response_event", toolResponse],
  ["_context_retrieval_request_event", contextRequest],
  ["_context_retrieval_response_event", contextResponse],
  ["_short_term_write_event", (a) => ({ kind: "short_term_write", ...keyed(a) })],
  ["_agent_run_begin_event", (a) => ({ kind: "agent_run_begin", ...keyed(a) })],
  ...STATUSES.map((status) => [EXECUTION_TYPES[status], (a: JsonFields) => execution(a, status)] as const),
]);

function chatRequest(a: JsonFields): ChatRequestEvent {
  const model = a.string("model");
  const messages = a.items("messages", messageOf);
  const promptArgs = a.map("prompt_args");
  return { kind: "chat_request", model, messages, promptArgs, outputSchema: a.get("output_schema") ?? null };
}

function chatResponse(a: JsonFields): ChatResponseEvent {
  const requestId = uuidOf(a, "request_id");
  const status = a.choice("status", ["SUCCESS", "FAILED"] as const);
  const given = a.get("response") ?? null;
  const response = given === null ? null : resultOf(given, a.at("response"));
  const error = a.optionalString("error");
  const [retryCount, totalRetryWaitSec] = [countOf(a, "retry_count", 0), countOf(a, "total_retry_wait_sec", 0)];
  const agrees = status === "SUCCESS" ? response !== null && error === null : response === null && Boolean(error);
  if (!agrees) throw new InvalidMessageError(a.path, texts.event_chat_response);
  return {
    kind: "chat_response",
    requestId,
    status,
    response,
    error,
    retryCount,
    totalRetryWaitSec,
    structuredOutput: a.get("structured_output") ?? null,
    modelRouting: a.get("model_routing") ?? null,
  };
}

function toolRequest(a: JsonFields): ToolRequestEvent {
  const model = a.optionalString("model");
  const toolCalls: readonly ToolCallBlock[] = a.items("tool_calls", (one, at) => blockOf(one, at, ["tool_call"]));
  if (new Set(toolCalls.map(({ callId }) => callId)).size < toolCalls.length) {
    throw new InvalidMessageError(a.at("tool_calls"), texts.event_duplicate_call);
  }
  return { kind: "tool_request", model, toolCalls };
}

function toolResponse(a: JsonFields): ToolResponseEvent {
  return {
    kind: "tool_response",
    requestId: uuidOf(a, "request_id"),
    responses: entriesOf(requiredMap(a, "responses"), a.at("responses"), responseOf),
    success: entriesOf(requiredMap(a, "success"), a.at("success"), booleanAt),
    error: entriesOf(requiredMap(a, "error"), a.at("error"), textAt),
    externalIds: entriesOf(a.map("external_ids"), a.at("external_ids"), textAt),
    timestamp: countOf(a, "timestamp", null),
  };
}

function contextRequest(a: JsonFields): ContextRetrievalRequestEvent {
  const [query, vectorStore] = [a.string("query"), a.string("vector_store")];
  const maxResults = countAt(a.required("max_results"), a.at("max_results"));
  return { kind: "context_retrieval_request", query, vectorStore, maxResults };
}

function contextResponse(a: JsonFields): ContextRetrievalResponseEvent {
  const [requestId, query] = [uuidOf(a, "request_id"), a.string("query")];
  return { kind: "context_retrieval_response", requestId, query, documents: a.items("documents", documentOf) };
}

function documentOf(value: unknown, path: string): Document {
  const fields = new JsonFields(value, path);
  const content = fields.string("content");
  const metadata = fields.map("metadata");
  const id = fields.optionalString("id");
  const embedding = (fields.get("embedding") ?? null) === null ? null : fields.items("embedding", numberAt);
  const score = (fields.get("score") ?? null) === null ? null : numberAt(fields.get("score"), fields.at("score"));
  return { content, metadata, id, embedding, score };
}

function keyed(a: JsonFields): Pick<Extract<TypedEvent, { kind: "short_term_write" }>, "key" | "value"> {
  const key = a.string("key");
  return { key, value: requiredMap(a, "value") };
}

function execution(a: JsonFields, status: ExecutionEvent["status"]): ExecutionEvent {
  return {
    kind: "execution",
    status: a.choice("status", [status]),
    entityType: a.optionalString("entityType"),
    entityName: a.optionalString("entityName"),
    entityMetadata: (a.get("entityMetadata") ?? null) === null ? null : a.map("entityMetadata"),
    problemCategory: a.optionalString("problemCategory"),
    errorType: a.optionalString("errorType"),
    errorMessage: a.optionalString("errorMessage"),
  };
}
