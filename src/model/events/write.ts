import { blockValue, messageValue, resultValue } from "../messages/to-json.js";
import { responseValue } from "./response.js";
import type { TypedEvent } from "./typed-event.js";

/** The known attributes of a typed event in the reference's order; undefined ones are left out. */
export function attributesValue(event: TypedEvent): object {
  switch (event.kind) {
    case "input":
      return { input: event.input };
    case "output":
      return { output: event.output };
    case "chat_request":
      return {
        model: event.model,
        messages: event.messages.map(messageValue),
        prompt_args: event.promptArgs,
        output_schema: event.outputSchema,
      };
    case "chat_response":
      return {
        request_id: event.requestId,
        status: event.status,
        response: event.response === null ? null : resultValue(event.response),
        error: event.error,
        retry_count: event.retryCount,
        total_retry_wait_sec: event.totalRetryWaitSec,
        structured_output: event.status === "SUCCESS" ? event.structuredOutput : known(event.structuredOutput),
        model_routing: known(event.modelRouting),
      };
    case "tool_request":
      return { model: event.model, tool_calls: event.toolCalls.map(blockValue) };
    case "tool_response":
      return {
        request_id: event.requestId,
        responses: new Map([...event.responses].map(([id, response]) => [id, responseValue(response)])),
        success: event.success,
        error: event.error,
        external_ids: event.externalIds,
        timestamp: known(event.timestamp),
      };
    case "context_retrieval_request":
      return { query: event.query, vector_store: event.vectorStore, max_results: event.maxResults };
    case "context_retrieval_response":
      return {
        request_id: event.requestId,
        query: event.query,
        documents: event.documents.map(({ content, metadata, id, embedding, score }) => {
          return { content, metadata, id, embedding, score };
        }),
      };
    case "short_term_write":
    case "agent_run_begin":
      return { key: event.key, value: event.value };
    case "execution":
      return {
        status: event.status,
        entityType: known(event.entityType),
        entityName: known(event.entityName),
        entityMetadata: known(event.entityMetadata),
        problemCategory: known(event.problemCategory),
        errorType: known(event.errorType),
        errorMessage: known(event.errorMessage),
      };
    case "custom":
      return event.attributes;
  }
}

function known(value: unknown): unknown {
  return value === null ? undefined : value;
}
