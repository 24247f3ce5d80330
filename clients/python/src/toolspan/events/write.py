"""The known attributes of a typed event in the reference's order."""

from collections.abc import Mapping
from typing import Any

from toolspan.events.response import response_value
from toolspan.events.typed import (
    ChatRequestEvent,
    ChatResponseEvent,
    ContextRetrievalRequestEvent,
    ContextRetrievalResponseEvent,
    CustomEvent,
    ExecutionEvent,
    InputEvent,
    OutputEvent,
    ToolRequestEvent,
    ToolResponseEvent,
    TypedEvent,
)
from toolspan.messages.to_json import block_value, message_value, result_value


def attributes_value(event: TypedEvent) -> Mapping[str, Any]:
    """Names and JSON values."""
    if isinstance(event, InputEvent):
        return {"input": event.input}
    if isinstance(event, OutputEvent):
        return {"output": event.output}
    if isinstance(event, ChatRequestEvent):
        return {
            "model": event.model,
            "messages": [message_value(message) for message in event.messages],
            "prompt_args": event.prompt_args,
            "output_schema": event.output_schema,
        }
    if isinstance(event, ChatResponseEvent):
        return _chat_response(event)
    if isinstance(event, ToolRequestEvent):
        return {"model": event.model, "tool_calls": [block_value(call) for call in event.tool_calls]}
    if isinstance(event, ToolResponseEvent):
        return {
            "request_id": event.request_id,
            "responses": {call_id: response_value(response) for call_id, response in event.responses.items()},
            "success": event.success,
            "error": event.error,
            "external_ids": event.external_ids,
            **_known({"timestamp": event.timestamp}),
        }
    if isinstance(event, ContextRetrievalRequestEvent):
        return {"query": event.query, "vector_store": event.vector_store, "max_results": event.max_results}
    if isinstance(event, ContextRetrievalResponseEvent):
        keys = ("content", "metadata", "id", "embedding", "score")
        documents = [{key: getattr(document, key) for key in keys} for document in event.documents]
        return {"request_id": event.request_id, "query": event.query, "documents": documents}
    if isinstance(event, ExecutionEvent):
        told = {
            "entityType": event.entity_type,
            "entityName": event.entity_name,
            "entityMetadata": event.entity_metadata,
            "problemCategory": event.problem_category,
            "errorType": event.error_type,
            "errorMessage": event.error_message,
        }
        return {"status": event.status, **_known(told)}
    if isinstance(event, CustomEvent):
        return event.attributes
    return {"key": event.key, "value": event.value}


def _chat_response(event: ChatResponseEvent) -> dict[str, Any]:
    output = {"structured_output": event.structured_output}
    return {
        "request_id": event.request_id,
        "status": event.status,
        "response": None if event.response is None else result_value(event.response),
        "error": event.error,
        "retry_count": event.retry_count,
        "total_retry_wait_sec": event.total_retry_wait_sec,
        **(output if event.status == "SUCCESS" else _known(output)),
        **_known({"model_routing": event.model_routing}),
    }


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
