"""A model of the Java reader of 0.3, whose jar no package index has: what it and its actions take, refuse and hold."""

import json
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

Map = dict[str, Any]


class Closed(BaseModel):
    """Refuses unknown keys and coerces nothing."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def read(cls, value: Any) -> Any:
        """An object of a JSON value."""
        return cls.model_validate_json(json.dumps(value))


class Event(Closed):
    """The envelope; it has no field for what it does not know."""

    id: UUID
    type: str = Field(min_length=1)
    attributes: Map
    upstreamEventId: UUID | None = None
    upstreamActionName: str | None = None


class Message(Closed):
    """A message of content, calls and extra arguments."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: list[Map]
    extra_args: Map


class ToolResponse(Closed):
    """Where `success` is missing it is false."""

    result: Any = None
    success: bool = False
    error: str | None = None
    execution_time_ms: int = 0
    tool_name: str | None = None


class Document(Closed):
    """A document of a vector store."""

    content: str
    metadata: Map
    id: str | None
    embedding: list[float] | None
    score: float | None


def holds(text: str) -> Map:
    """The values of an event as Java's getters give them."""
    event = Event.model_validate_json(text)
    a = event.attributes
    match event.type:
        case "_chat_request_event":
            messages = [_message(one) for one in a["messages"]]
            values = {"model": a["model"], "messages": messages, "prompt_args": a.get("prompt_args", {})}
            values["output_schema"] = schema = a.get("output_schema")
            if isinstance(schema, dict) and schema.keys() != {"fieldNames", "types"}:
                raise ValueError("a row type has fieldNames and types")
        case "_chat_response_event":
            values = {"request_id": str(UUID(a["request_id"])), "response": _message(a["response"])}
            values |= {key: a[key] for key in ("retry_count", "total_retry_wait_sec")}
        case "_tool_request_event":
            values = {"model": a["model"], "tool_calls": [_call(one) for one in a["tool_calls"]]}
        case "_tool_response_event":
            values = _responses(a)
        case "_context_retrieval_response_event":
            documents = [Document.read(one).model_dump() for one in a["documents"]]
            values = {"request_id": str(UUID(a["request_id"])), "query": a["query"], "documents": documents}
        case _:
            values = {key: value for key, value in a.items() if key != "_toolspan"}
    lineage = {
        "upstreamEventId": event.upstreamEventId and str(event.upstreamEventId),
        "upstreamActionName": event.upstreamActionName,
    }
    known = {key: value for key, value in lineage.items() if value is not None}
    return {"id": str(event.id), "type": event.type, **known, "values": values}


# A map is an envelope and any other value a result; the chat action looks up `success` of each response.
def _responses(a: Map) -> Map:
    responses = {}
    for id, value in a["responses"].items():
        response = ToolResponse.read(value) if isinstance(value, dict) else ToolResponse(result=value, success=True)
        responses[id] = response.model_dump()
        if not isinstance(a["success"][id], bool):
            raise TypeError(f"success of {id} is no flag")
    if type(a["timestamp"]) is not int or any(type(one) is not str for one in a["external_ids"].values()):
        raise TypeError("timestamp is no number, or an external id no text")
    values = {key: a[key] for key in ("success", "error", "external_ids", "timestamp")}
    return {"request_id": str(UUID(a["request_id"])), "responses": responses, **values}


def _message(value: Map) -> Map:
    message = Message.read(value)
    args = message.extra_args
    return {
        "role": message.role,
        "content": message.content,
        "tool_calls": [_call(one) for one in message.tool_calls],
        "link": args.get("externalId"),
        "metadata": {key: value for key, value in args.items() if key not in ("externalId", "_toolspan")},
    }


def _call(one: Map) -> Map:
    return {
        "type": one["type"],
        "id": one["id"],
        "name": one["function"]["name"],
        "arguments": one["function"]["arguments"],
        "provider_id": one.get("original_id", one["id"]),
    }
