"""What a reader of Flink Agents 0.3 must hold, worked out from the canonical event and not from what we wrote."""

import json
from typing import Any

Event = dict[str, Any]


def held(event: Event) -> Event:
    """The values of an event."""
    attributes = event["attributes"]
    match event["type"]:
        case "_chat_request_event":
            values = {**attributes, "messages": messages(attributes["messages"])}
        case "_chat_response_event":
            [message] = messages([attributes["response"]["message"]])
            values = {
                "request_id": attributes["request_id"],
                "response": message,
                "retry_count": attributes["retry_count"],
                "total_retry_wait_sec": attributes["total_retry_wait_sec"],
            }
        case "_tool_request_event":
            values = {"model": attributes["model"], "tool_calls": [call(one) for one in attributes["tool_calls"]]}
        case "_tool_response_event":
            values = {
                "request_id": attributes["request_id"],
                "responses": attributes["responses"],
                "external_ids": {id: one for id, one in attributes["external_ids"].items() if one is not None},
            }
        case _:
            values = attributes
    more = {key: value for key, value in event.items() if key not in ("id", "type", "attributes")}
    return {"id": event["id"], "type": event["type"], **more, "values": values}


def messages(given: list[Event]) -> list[Event]:
    """Messages of blocks as those of content, calls and a link; the link is the id that the model's provider gave."""
    ids: dict[str, str] = {}
    made = []
    for message in given:
        blocks = message["blocks"]
        calls = [call(block) for block in blocks if block["type"] == "tool_call"]
        ids.update({one["id"]: one["provider_id"] for one in calls})
        results = [block for block in blocks if block["type"] == "tool_result"]
        shown = results[0]["blocks"] if results else blocks
        made.append(
            {
                "role": message["role"],
                "content": "".join(block["text"] for block in shown if block["type"] == "text"),
                "tool_calls": calls,
                "link": ids.get(results[0]["call_id"], results[0]["call_id"]) if results else None,
                "metadata": message["metadata"],
            }
        )
    return made


def call(block: Event) -> Event:
    """A tool call; without an id of its provider's it goes by its own."""
    return {
        "type": "function",
        "id": block["call_id"],
        "name": block["name"],
        "arguments": block["input"],
        "provider_id": block["metadata"].get("original_id", block["call_id"]),
    }


def of_java(response: Event) -> Event:
    """What Java's runtime holds of a response."""
    return {key: value for key, value in response.items() if key != "blocks"}


def raw(response: Event) -> Any:
    """What Python's runtime holds of a response: the bare result, or what the model reads of a failure."""
    return response["result"] if response["success"] else response["error"]


def carried_by_python(event: Event) -> Event:
    """What is left of an event that Python's classes of 0.3.1 read and wrote: they keep what they know."""
    attributes = event["attributes"]
    kept = {**attributes}
    if event["type"] == "_chat_response_event":
        unknown = {"model": None, "response_id": None, "usage": None, "finish_reason": None, "metadata": {}}
        kept["response"] = {"message": attributes["response"]["message"], **unknown}
        kept.pop("structured_output", None)
    if event["type"] == "_tool_response_event":
        given = attributes["responses"]
        kept = {
            "request_id": attributes["request_id"],
            "responses": {id: succeeded(raw(response)) for id, response in given.items()},
            "external_ids": {id: attributes["external_ids"].get(id) for id in given},
            "success": dict.fromkeys(given, True),
            "error": {},
        }
    return {**event, "attributes": kept}


def succeeded(result: Any) -> Event:
    """The canonical response of a bare result."""
    nothing = {"error": None, "execution_time_ms": 0, "tool_name": None, "blocks": []}
    return {"result": result, "success": True, **nothing}


def text(event: Event) -> str:
    """JSON text of one line."""
    return json.dumps(event)
