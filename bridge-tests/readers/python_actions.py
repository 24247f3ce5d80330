"""What Flink Agents' own actions, 0.3.1, make of our events, and what we make of the events that they send."""

import asyncio
from types import SimpleNamespace
from typing import Any

import expected
from checks import Checks, differences
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.events.event import Event
from flink_agents.plan.actions.chat_model_action import process_chat_request_or_tool_response
from flink_agents.plan.actions.tool_call_action import process_tool_request
from goldens import goldens, snapshots, to_canonical, translated
from python_context import Context, Model
from python_reader import DIALECT, message

RESULTS = [
    {"temperature": 20},
    [1, None],
    None,
    2**63 - 1,
    1.0,
    1,
    True,
    "pong",
    "é\u2028",
    {"success": False, "error": "no"},
]


def check_actions(checks: Checks) -> None:
    """Plays the two actions with our events."""
    for result in RESULTS:
        checks.check(f"python 0.3.1 tool action sends {result!r}", lambda r=result: _tool_action(r))
    checks.check("python 0.3.1 tool action misses a tool", lambda: _tool_action(None, is_there=False))
    checks.check("python 0.3.1 chat action answers", _chat_answers)
    checks.check("python 0.3.1 chat action calls tools and reads their results", _chat_calls)


def _tool_action(result: Any, is_there: bool = True) -> list[str]:
    golden = goldens()["tool_request"]
    given: list[Any] = []
    tool = SimpleNamespace(call=lambda **arguments: given.append(arguments) or result)
    context = Context({"echo": tool} if is_there else {})
    asyncio.run(process_tool_request(Event.from_json(snapshots(DIALECT)["tool_request"]), context))
    [sent] = context.sent
    calls = [expected.call(block) for block in golden["attributes"]["tool_calls"]]
    answer = result if is_there else "Tool `echo` does not exist."
    attributes = {
        "request_id": golden["id"],
        "responses": {call["id"]: expected.succeeded(answer) for call in calls},
        "external_ids": {
            block["call_id"]: block["metadata"].get("original_id") for block in golden["attributes"]["tool_calls"]
        },
    }
    attributes |= {"success": dict.fromkeys(attributes["responses"], True), "error": {}}
    made = to_canonical(sent.model_dump_json(), DIALECT)
    asked = [call["arguments"] for call in calls] if is_there else []
    return [
        *differences(asked, given, "/arguments"),
        *differences({"id": str(sent.id), "type": "_tool_response_event", "attributes": attributes}, made),
    ]


def _chat_answers() -> list[str]:
    golden = goldens()["chat_request_tools"]
    model = Model(
        ChatMessage(role=MessageRole.ASSISTANT, content="hi there", extra_args={"model_name": "m", "promptTokens": 0})
    )
    context = Context({"test-model": model})
    asyncio.run(
        process_chat_request_or_tool_response(Event.from_json(snapshots(DIALECT)["chat_request_tools"]), context)
    )
    [sent] = context.sent
    text = [{"type": "text", "text": "hi there"}]
    answer = {"role": "assistant", "blocks": text, "metadata": {"model_name": "m", "promptTokens": 0}}
    unknown = {"model": None, "response_id": None, "usage": None, "finish_reason": None, "metadata": {}}
    attributes = {
        "request_id": golden["id"],
        "status": "SUCCESS",
        "response": {"message": answer, **unknown},
        "error": None,
        "retry_count": 0,
        "total_retry_wait_sec": 0,
    }
    made = to_canonical(sent.model_dump_json(), DIALECT)
    return [
        *_differently_asked(golden, model),
        *differences({"id": str(sent.id), "type": "_chat_response_event", "attributes": attributes}, made),
    ]


# The model asks for two tools; we answer in canonical form, and the model must read it under the ids that it gave.
def _chat_calls() -> list[str]:
    golden = goldens()["chat_request"]
    calls = [("call_a", "toolu_1", {"n": 1.0}), ("call_b", "toolu_2", {})]
    wanted = [
        {"id": id, "type": "function", "function": {"name": "echo", "arguments": arguments}, "original_id": provider_id}
        for id, provider_id, arguments in calls
    ]
    blocks = [
        {
            "type": "tool_call",
            "call_id": id,
            "name": "echo",
            "input": arguments,
            "metadata": {"original_id": provider_id},
        }
        for id, provider_id, arguments in calls
    ]
    asking = ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=wanted)
    model = Model(asking, ChatMessage(role=MessageRole.ASSISTANT, content="done"))
    context = Context({"test-model": model})
    asyncio.run(process_chat_request_or_tool_response(Event.from_json(snapshots(DIALECT)["chat_request"]), context))
    request = to_canonical(context.sent[0].model_dump_json(), DIALECT)
    failed = {**expected.succeeded(None), "success": False, "error": "Tool echo execute failed."}
    ids = {one["call_id"]: one["metadata"]["original_id"] for one in request["attributes"]["tool_calls"]}
    response = {
        "id": "00000000-0000-0000-0000-000000000009",
        "type": "_tool_response_event",
        "attributes": {
            "request_id": request["id"],
            "responses": {"call_a": expected.succeeded("pong"), "call_b": failed},
            "success": {"call_a": True, "call_b": False},
            "error": {"call_b": "ValueError: boom"},
            "external_ids": ids,
        },
    }
    [ours] = translated([expected.text(response)], "canonical", DIALECT)
    asyncio.run(process_chat_request_or_tool_response(Event.from_json(expected.text(ours)), context))
    results = [
        {"role": "tool", "content": "pong", "tool_calls": [], "link": "toolu_1", "metadata": {}},
        {"role": "tool", "content": "Tool echo execute failed.", "tool_calls": [], "link": "toolu_2", "metadata": {}},
    ]
    return [
        *differences({"model": "test-model", "tool_calls": blocks}, request["attributes"], "/request"),
        *_differently_asked(golden, model),
        *differences(results, [message(one) for one in model.asked[1]][-2:], "/asked again"),
        *differences("done", context.sent[1].response.content, "/answer"),
    ]


def _differently_asked(golden: dict[str, Any], model: Model) -> list[str]:
    asked = [message(one) for one in model.asked[0]]
    return differences(expected.messages(golden["attributes"]["messages"]), asked, "/asked")
