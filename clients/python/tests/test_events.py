"""Typed events: what is made anew, what changes, and what stays."""

from dataclasses import replace
from typing import Any

import pytest

from toolspan import (
    ChatMessage,
    ChatRequestEvent,
    ContextRetrievalResponseEvent,
    CustomEvent,
    Event,
    ExecutionEvent,
    InputEvent,
    InvalidMessageError,
    ToolCallBlock,
    ToolRequestEvent,
    ToolResponse,
    ToolResponseEvent,
)

REQUEST = "00000000-0000-0000-0000-000000000002"
TEXT = (
    '{"id":"e","type":"_chat_request_event","attributes":{"later":1.0,"model":"m",'
    '"messages":[{"role":"user","blocks":[]}]},"upstreamEventId":"u","attachments":{}}'
)


def test_new_event_has_a_uuid_its_type_and_every_attribute() -> None:
    event = Event.of(ChatRequestEvent("m", [ChatMessage.user("hi")]))
    assert len(event.id) == 36
    assert replace(event, id="e").to_json() == (
        '{"id":"e","type":"_chat_request_event","attributes":{"model":"m","messages":[{"role":"user","blocks":'
        '[{"type":"text","text":"hi"}],"metadata":{}}],"prompt_args":{},"output_schema":null}}'
    )


def test_new_event_says_what_caused_it() -> None:
    event = Event.of(InputEvent(1.0), id="e", upstream_event_id="u", upstream_action_name="a")
    assert event.to_json() == (
        '{"id":"e","type":"_input_event","attributes":{"input":1.0},"upstreamEventId":"u","upstreamActionName":"a"}'
    )


def test_execution_has_the_type_of_its_status() -> None:
    event = Event.of(ExecutionEvent("success"), id="e")
    assert event.to_json() == '{"id":"e","type":"_execution_finished_event","attributes":{"status":"success"}}'


def test_bytes_of_a_response_are_shown_as_in_other_responses() -> None:
    event = Event.of(ToolResponseEvent(REQUEST, {"a": ToolResponse.success(b"\0\xff")}, {}, {}))
    assert '"result":{"media_type":"application/octet-stream","base64":"AP8="}' in event.to_json()


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        (InputEvent({"a": float("nan")}), "/attributes/input/a"),
        (ContextRetrievalResponseEvent("x", "", []), "/attributes/request_id"),
        (ToolRequestEvent(None, [ToolCallBlock("a", "n"), ToolCallBlock("a", "n")]), "/attributes/tool_calls"),
    ],
)
def test_new_event_that_breaks_a_rule_is_refused(typed: Any, path: str) -> None:
    with pytest.raises(InvalidMessageError, match=path) as refused:
        Event.of(typed)
    assert refused.value.path == path


def test_unchanged_attributes_stay_as_they_were_written() -> None:
    event = Event.from_json(TEXT)
    assert event.with_typed(event.typed()).to_json() == TEXT
    assert Event.from_bytes(event.to_bytes()) == event


def test_changed_attributes_stand_in_their_places_and_new_ones_behind() -> None:
    event = Event.from_json(TEXT)
    typed = event.typed()
    assert isinstance(typed, ChatRequestEvent)
    changed = event.with_typed(replace(typed, model="n", prompt_args={"a": 1}))
    wanted = TEXT.replace('"model":"m"', '"model":"n"').replace("[]}]}", '[]}],"prompt_args":{"a":1}}')
    assert changed.to_json() == wanted


def test_whole_floats_and_integers_are_not_the_same() -> None:
    event = Event.of(InputEvent(1))
    assert '"input":1.0' in event.with_typed(InputEvent(1.0)).to_json()


def test_what_is_no_longer_told_is_left_out() -> None:
    text = '{"id":"e","type":"_execution_failed_event","attributes":{"errorType":"E","status":"failed","x":1}}'
    event = Event.from_json(text)
    changed = event.with_typed(ExecutionEvent("failed"))
    assert changed.to_json() == text.replace('"errorType":"E",', "")


def test_custom_event_takes_all_attributes() -> None:
    event = Event.from_json('{"id":"e","type":"x","attributes":{"a":1}}')
    assert event.with_typed(CustomEvent("x", {"b": 2})).attributes == {"b": 2}


def test_event_keeps_its_type() -> None:
    with pytest.raises(InvalidMessageError, match="/type must be one of _input_event"):
        Event.from_json(TEXT).with_typed(InputEvent(1))


def test_failure_without_a_fault_is_the_tools_own_error() -> None:
    attributes = {"request_id": REQUEST, "success": {"a": False}, "error": {"a": None}}
    responses = {"a": {"success": False, "error": "boom"}}
    typed = Event("e", "_tool_response_event", {**attributes, "responses": responses}).typed()
    assert isinstance(typed, ToolResponseEvent)
    fault = typed.responses["a"].fault
    assert fault is not None
    assert (fault.kind, fault.message) == ("tool_error", "boom")


def test_fields_of_every_event_are_no_extra_ones() -> None:
    with pytest.raises(InvalidMessageError, match="/extra/id is a field that every event has"):
        Event("e", "x", extra={"id": "other"})
