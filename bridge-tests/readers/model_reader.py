"""Our events before the two models of readers, and events that the models must refuse."""

import json
from collections.abc import Callable
from typing import Any

import expected
import model_java
import model_typed
from checks import Checks, differences
from goldens import goldens, refused, snapshots

JAVA = "flink-agents-0.3/java"


def check_models(checks: Checks) -> None:
    """Reads every snapshot of ours in the dialects of the models."""
    events = goldens()
    for name, text in snapshots(JAVA).items():
        wanted = _held_by_java(events[name])
        checks.check(f"model of 0.3/java reads {name}", lambda w=wanted, t=text: differences(w, model_java.holds(t)))
    for name in refused(JAVA):
        checks.check(f"model of 0.3/java refuses {name}", lambda g=events[name]: _refuses(_java, g))
    for language in ("java", "python"):
        for name, text in snapshots(f"flink-agents-typed/{language}").items():
            checks.check(
                f"model of typed/{language} reads {name}",
                lambda g=events[name], t=text, i=language: differences(_typed(g, i), model_typed.holds(t, i)),
            )
    for name, change in _BROKEN_JAVA.items():
        checks.check(f"model of 0.3/java refuses {name}", lambda c=change: _refuses(_java, _changed(JAVA, *c)))
    for name, change in _BROKEN_TYPED.items():
        given = _changed("flink-agents-typed/java", *change)
        checks.check(f"model of typed/java refuses {name}", lambda g=given: _refuses(_typed_java, g))
    checks.check("model of 0.3/java reads a response without success as a failure", _missing_success)


def _java(text: str) -> Any:
    return model_java.holds(text)


def _typed_java(text: str) -> Any:
    return model_typed.holds(text, "java")


def _held_by_java(golden: dict[str, Any]) -> dict[str, Any]:
    known = ("id", "type", "upstreamEventId", "upstreamActionName", "values")
    held = {key: value for key, value in expected.held(golden).items() if key in known}
    if golden["type"] == "_tool_response_event":
        values = held["values"]
        values["responses"] = {id: expected.of_java(one) for id, one in values["responses"].items()}
        values |= {key: golden["attributes"][key] for key in ("success", "error", "timestamp")}
    return held


# Typed events have no external ids any more, and Java's have no field for what they do not know.
def _typed(golden: dict[str, Any], language: str) -> dict[str, Any]:
    known = ("id", "type", "attributes", "upstreamEventId", "upstreamActionName", "attachments")
    attributes = {key: value for key, value in golden["attributes"].items() if key != "external_ids"}
    kept = {key: value for key, value in golden.items() if language == "python" or key in known}
    return {**kept, "attributes": attributes}


_BROKEN_JAVA: dict[str, tuple[str, tuple[str, ...], Any]] = {
    "an unknown field": ("input", ("attachments",), {}),
    "an event without type": ("input", ("type",), ""),
    "an id that is none": ("input", ("id",), "1"),
    "an unknown key of a message": ("chat_response", ("attributes", "response", "blocks"), []),
    "a role in capitals": ("chat_response", ("attributes", "response", "role"), "ASSISTANT"),
    "blocks of a tool response": ("tool_response", ("attributes", "responses", "call_aaaa", "blocks"), []),
    "a bare map as a result": ("tool_response", ("attributes", "responses", "call_aaaa"), {"temperature": 20}),
    "a response without its success": ("tool_response", ("attributes", "success"), {}),
    "no time": ("tool_response", ("attributes", "timestamp"), None),
    "an external id that is null": ("tool_response", ("attributes", "external_ids", "call_bbbb"), None),
    "a flat tool call": ("tool_request", ("attributes", "tool_calls"), [{"id": "a", "name": "f", "arguments": {}}]),
}
_TWICE = [{"type": "tool_call", "call_id": "a", "name": "f", "input": {}, "metadata": {}}] * 2
_BROKEN_TYPED: dict[str, tuple[str, tuple[str, ...], Any]] = {
    "an unknown field": ("input", ("mine",), {}),
    "two calls of one id": ("tool_request", ("attributes", "tool_calls"), _TWICE),
    "an unknown key of a result": ("chat_response", ("attributes", "response", "mine"), 1),
    "a count that is no integer": ("chat_response", ("attributes", "response", "usage", "prompt_tokens"), 1.0),
    "a failure without error": ("chat_response_failed", ("attributes", "error"), ""),
    "a success that disagrees": ("tool_response", ("attributes", "responses", "call_aaaa", "success"), False),
    "a message of content": ("chat_request", ("attributes", "messages"), [{"role": "user", "content": "hi"}]),
    "a system that calls tools": (
        "chat_request",
        ("attributes", "messages"),
        [{"role": "system", "blocks": _TWICE[:1], "metadata": {}}],
    ),
}


def _changed(dialect: str, name: str, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    event = json.loads(snapshots(dialect)[name])
    inner = event
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return event


def _refuses(reader: Callable[[str], Any], event: dict[str, Any]) -> list[str]:
    try:
        return [f"it reads {reader(json.dumps(event))}"]
    except (ValueError, KeyError, TypeError):
        return []


def _missing_success() -> list[str]:
    event = _changed(JAVA, "tool_response", ("attributes", "responses", "call_aaaa"), {"result": 1})
    response = model_java.holds(json.dumps(event))["values"]["responses"]["call_aaaa"]
    return differences({**expected.of_java(expected.succeeded(1)), "success": False}, response)
