"""How the attributes of each known type are read: in the order of the fields here, the first that is wrong is told."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from toolspan._gen import texts
from toolspan.errors import InvalidMessageError
from toolspan.events.fields import (
    count_at,
    count_of,
    entries,
    number_at,
    required_map,
    string_of,
    uuid_of,
)
from toolspan.events.response import response_of
from toolspan.events.typed import (
    AgentRunBeginEvent,
    ChatRequestEvent,
    ChatResponseEvent,
    ContextRetrievalRequestEvent,
    ContextRetrievalResponseEvent,
    CustomEvent,
    Document,
    ExecutionEvent,
    ExecutionStatus,
    InputEvent,
    OutputEvent,
    ShortTermWriteEvent,
    ToolRequestEvent,
    ToolResponseEvent,
    TypedEvent,
)
from toolspan.messages.fields import Fields
from toolspan.messages.from_json import block_of, message_of, result_of
from toolspan.strict import flag_at, optional_text_at, size_at


def typed_of(type: str, attributes: Mapping[str, Any]) -> TypedEvent:
    """The typed attributes of a type; the text of a rule that a part breaks gets its place (C7.1)."""
    read = _READERS.get(type)
    if read is None:
        return CustomEvent(type, attributes)
    try:
        return read(Fields(attributes, "/attributes"))
    except InvalidMessageError as bad:
        if str(bad).startswith(f"{bad.path} "):
            raise
        raise InvalidMessageError(bad.path, texts.EVENT_PART.format(place=bad.path, rule=str(bad))) from None


def _chat_request(a: Fields) -> ChatRequestEvent:
    model = string_of(a, "model")
    messages = a.items("messages", message_of)
    return ChatRequestEvent(model, messages, a.map("prompt_args"), a.get("output_schema"))


def _chat_response(a: Fields) -> ChatResponseEvent:
    request_id = uuid_of(a, "request_id")
    status = a.choice("status", ("SUCCESS", "FAILED"))
    response = None if a.get("response") is None else result_of(a.get("response"), a.at("response"))
    error = a.optional_text("error")
    retry_count, total_retry_wait_sec = count_of(a, "retry_count"), count_of(a, "total_retry_wait_sec")
    succeeded = status == "SUCCESS"
    if not (response is not None and error is None if succeeded else response is None and error):
        raise InvalidMessageError("/attributes", texts.EVENT_CHAT_RESPONSE)
    return ChatResponseEvent(
        request_id,
        "SUCCESS" if succeeded else "FAILED",
        response,
        error,
        retry_count,
        total_retry_wait_sec,
        a.get("structured_output"),
        a.get("model_routing"),
    )


def _tool_request(a: Fields) -> ToolRequestEvent:
    model = a.optional_text("model")
    calls: tuple[Any, ...] = a.items("tool_calls", lambda one, at: block_of(one, at, ("tool_call",)))
    if len({call.call_id for call in calls}) < len(calls):
        raise InvalidMessageError(a.at("tool_calls"), texts.EVENT_DUPLICATE_CALL)
    return ToolRequestEvent(model, calls)


def _tool_response(a: Fields) -> ToolResponseEvent:
    return ToolResponseEvent(
        uuid_of(a, "request_id"),
        entries(required_map(a, "responses"), a.at("responses"), response_of),
        entries(required_map(a, "success"), a.at("success"), flag_at),
        entries(required_map(a, "error"), a.at("error"), optional_text_at),
        entries(a.map("external_ids"), a.at("external_ids"), optional_text_at),
        size_at(a.get("timestamp"), a.at("timestamp")),
    )


def _context_request(a: Fields) -> ContextRetrievalRequestEvent:
    query, vector_store = string_of(a, "query"), string_of(a, "vector_store")
    return ContextRetrievalRequestEvent(query, vector_store, count_at(a.required("max_results"), a.at("max_results")))


def _context_response(a: Fields) -> ContextRetrievalResponseEvent:
    return ContextRetrievalResponseEvent(
        uuid_of(a, "request_id"), string_of(a, "query"), a.items("documents", _document)
    )


def _document(value: object, path: str) -> Document:
    fields = Fields(value, path)
    return Document(
        string_of(fields, "content"),
        fields.map("metadata"),
        fields.optional_text("id"),
        None if fields.get("embedding") is None else fields.items("embedding", number_at),
        None if fields.get("score") is None else number_at(fields.get("score"), fields.at("score")),
    )


def _execution(status: ExecutionStatus, a: Fields) -> ExecutionEvent:
    return ExecutionEvent(
        a.choice("status", (status,)),
        a.optional_text("entityType"),
        a.optional_text("entityName"),
        None if a.get("entityMetadata") is None else a.map("entityMetadata"),
        a.optional_text("problemCategory"),
        a.optional_text("errorType"),
        a.optional_text("errorMessage"),
    )


_READERS: dict[str, Callable[[Fields], TypedEvent]] = {
    InputEvent.type: lambda a: InputEvent(a.required("input")),
    OutputEvent.type: lambda a: OutputEvent(a.required("output")),
    ChatRequestEvent.type: _chat_request,
    ChatResponseEvent.type: _chat_response,
    ToolRequestEvent.type: _tool_request,
    ToolResponseEvent.type: _tool_response,
    ContextRetrievalRequestEvent.type: _context_request,
    ContextRetrievalResponseEvent.type: _context_response,
    ShortTermWriteEvent.type: lambda a: ShortTermWriteEvent(string_of(a, "key"), required_map(a, "value")),
    AgentRunBeginEvent.type: lambda a: AgentRunBeginEvent(string_of(a, "key"), required_map(a, "value")),
    **{type: partial(_execution, status) for status, type in ExecutionEvent.TYPES.items()},
}
