"""Flink Agents' own Python classes, 0.3.1, on the events of `flink-agents-0.3/python`."""

import json
from typing import Any

import expected
from checks import Checks, differences
from flink_agents.api.chat_message import ChatMessage
from flink_agents.api.events.chat_event import ChatRequestEvent, ChatResponseEvent
from flink_agents.api.events.context_retrieval_event import ContextRetrievalRequestEvent, ContextRetrievalResponseEvent
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.events.tool_event import ToolRequestEvent, ToolResponseEvent
from flink_agents.integrations.chat_models.openai.openai_utils import convert_to_openai_messages
from goldens import goldens, refused, snapshots, to_canonical

DIALECT = "flink-agents-0.3/python"
CLASSES: dict[str, type[Event]] = {
    one.EVENT_TYPE: one
    for one in (
        InputEvent,
        OutputEvent,
        ChatRequestEvent,
        ChatResponseEvent,
        ToolRequestEvent,
        ToolResponseEvent,
        ContextRetrievalRequestEvent,
        ContextRetrievalResponseEvent,
    )
}


def check_python(checks: Checks) -> None:
    """Reads every snapshot of ours, and writes it again."""
    events, texts = goldens(), snapshots(DIALECT)
    for name, text in texts.items():
        golden = events[name]
        checks.check(f"python 0.3.1 reads {name}", lambda g=golden, t=text: differences(_held(g), holds(t)))
        checks.check(f"python 0.3.1 writes {name}", lambda g=golden, t=text: _written(g, t))
        if golden["type"] == "_chat_request_event":
            checks.check(f"python 0.3.1 sends {name} to OpenAI", lambda g=golden, t=text: _sent(g, t))
    for name in refused(DIALECT):
        checks.check(f"python 0.3.1 has no form for {name}", lambda g=events[name]: _is_refused_rightly(g))


def read(text: str) -> Event:
    """An event of the class that its type says."""
    event = Event.from_json(text)
    return CLASSES.get(event.type, Event).from_event(event)


def holds(text: str) -> dict[str, Any]:
    """The values that the objects have, as their users get at them."""
    event, envelope = read(text), Event.from_json(text)
    values: Any
    match event:
        case ChatRequestEvent():
            values = {
                "model": event.model,
                "messages": [message(one) for one in event.messages],
                "prompt_args": event.prompt_args,
                "output_schema": event.output_schema and event.output_schema.model_dump(mode="json"),
            }
        case ChatResponseEvent():
            values = {
                "request_id": str(event.request_id),
                "response": message(event.response),
                "retry_count": event.retry_count,
                "total_retry_wait_sec": event.total_retry_wait_sec,
            }
        case ToolRequestEvent():
            values = {"model": event.model, "tool_calls": [call(one) for one in event.tool_calls]}
        case ToolResponseEvent():
            values = {
                "request_id": str(event.request_id),
                "responses": event.responses,
                "external_ids": {id: one for id, one in event.external_ids.items() if one is not None},
            }
        case ContextRetrievalRequestEvent():
            values = {"query": event.query, "vector_store": event.vector_store, "max_results": event.max_results}
        case ContextRetrievalResponseEvent():
            documents = [one.model_dump() for one in event.documents]
            values = {"request_id": str(event.request_id), "query": event.query, "documents": documents}
        case InputEvent():
            values = {"input": event.input}
        case OutputEvent():
            values = {"output": event.output}
        case _:
            values = event.attributes
    return {"id": str(event.id), "type": event.type, **(envelope.model_extra or {}), "values": values}


def message(one: ChatMessage) -> dict[str, Any]:
    """What actions and connections take of a message."""
    metadata = {key: value for key, value in one.extra_args.items() if key not in ("external_id", "_toolspan")}
    return {
        "role": one.role.value,
        "content": one.content,
        "tool_calls": [call(each) for each in one.tool_calls],
        "link": one.extra_args.get("external_id"),
        "metadata": metadata,
    }


def call(one: dict[str, Any]) -> dict[str, Any]:
    """What the tool action takes of a call, and which id the connections send."""
    return {
        "type": one["type"],
        "id": one["id"],
        "name": one["function"]["name"],
        "arguments": one["function"]["arguments"],
        "provider_id": one.get("original_id") or one["id"],
    }


def _held(golden: dict[str, Any]) -> dict[str, Any]:
    held = expected.held(golden)
    if golden["type"] == "_tool_response_event":
        responses = held["values"]["responses"]
        held["values"]["responses"] = {id: expected.raw(one) for id, one in responses.items()}
    return held


def _written(golden: dict[str, Any], text: str) -> list[str]:
    return differences(expected.carried_by_python(golden), to_canonical(read(text).model_dump_json(), DIALECT))


def _sent(golden: dict[str, Any], text: str) -> list[str]:
    event = read(text)
    assert isinstance(event, ChatRequestEvent)
    sent = [_of_openai(dict(one)) for one in convert_to_openai_messages(event.messages)]
    return differences([_for_openai(one) for one in expected.messages(golden["attributes"]["messages"])], sent)


def _of_openai(one: dict[str, Any]) -> dict[str, Any]:
    calls = [
        {"id": each["id"], "name": each["function"]["name"], "arguments": json.loads(each["function"]["arguments"])}
        for each in one.get("tool_calls", [])
    ]
    return {"role": one["role"], "content": one["content"] or "", "tool_calls": calls, "link": one.get("tool_call_id")}


def _for_openai(message: dict[str, Any]) -> dict[str, Any]:
    calls = [
        {"id": one["provider_id"], "name": one["name"], "arguments": one["arguments"]} for one in message["tool_calls"]
    ]
    return {**{key: message[key] for key in ("role", "content", "link")}, "tool_calls": calls}


def _is_refused_rightly(golden: dict[str, Any]) -> list[str]:
    try:
        again = json.loads(read(json.dumps(golden)).model_dump_json())
    except Exception:
        return []
    lost = differences(golden["attributes"], again["attributes"])
    return [] if lost else ["their classes hold all of it, so it could cross"]
