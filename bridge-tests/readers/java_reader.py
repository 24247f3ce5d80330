"""Flink Agents' own Java classes, 0.2.0, on the events of `flink-agents-0.3/java`; `java/` holds what asks them."""

import json
import subprocess
from typing import Any

import expected
from checks import Checks, differences
from goldens import ROOT, goldens, snapshots, to_canonical, translated

DIALECT = "flink-agents-0.3/java"
PYTHON = "flink-agents-0.3/python"
_MADE = ROOT / ".build" / "readers"

# What the getters of 0.2.0 do not have: its events are older than these attributes.
_LATER = {
    "_chat_request_event": ("prompt_args",),
    "_chat_response_event": ("retry_count", "total_retry_wait_sec"),
}
_RESULTS: list[dict[str, Any]] = [
    {"value": {"temperature": 20}},
    {"value": [1, None]},
    {"value": None},
    {"value": 2**63 - 1},
    {"value": 2**64},
    {"value": 1.0},
    {"value": "é"},
    {"error": "no"},
    {"throws": "boom"},
]


def check_java(checks: Checks) -> None:
    """Asks about every snapshot of ours, plays the two actions, and reads what they send."""
    texts, events = snapshots(DIALECT), goldens()
    answers = dict(zip(texts, _ask([{"op": "held", "event": text} for text in texts.values()]), strict=True))
    for name, answer in answers.items():
        if answer.get("answer", "") is not None:
            checks.check(f"java 0.2.0 reads {name}", lambda g=events[name], a=answer: differences(_held(g), _of(a)))
    for name in ("chat_request", "chat_request_tools", "chat_request_provider_ids"):
        checks.check(f"java 0.2.0 sends {name} to OpenAI", lambda n=name: _sent(events[n], texts[n]))
    for result in _RESULTS:
        checks.check(f"java 0.2.0 tool action sends {result!r}", lambda r=result: _tool_action([r, r]))
    checks.check("java 0.2.0 tool action misses a tool", lambda: _tool_action([]))
    checks.check("java 0.2.0 chat action reads our tool results", _chat)
    checks.check("java 0.2.0 chat action reads the results of Python 0.3.1", _chat_of_python)


def _ask(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    path = f"{_MADE / 'flink-agents.jar'}:{_MADE / 'java'}"
    lines = "".join(json.dumps(one) + "\n" for one in questions)
    made = subprocess.run(["java", "-cp", path, "JavaReader"], input=lines, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise AssertionError(made.stderr)
    return [json.loads(line) for line in made.stdout.strip("\n").split("\n")]


def _of(answer: dict[str, Any]) -> Any:
    if "raised" in answer:
        raise AssertionError(answer["raised"])
    return answer["answer"]


def _asked(question: dict[str, Any]) -> Any:
    return _of(_ask([question])[0])


def _held(golden: dict[str, Any]) -> Any:
    values = dict(expected.held(golden)["values"])
    for later in _LATER.get(golden["type"], ()):
        del values[later]
    if golden["type"] == "_tool_response_event":
        values["responses"] = {id: expected.of_java(one) for id, one in values["responses"].items()}
        values |= {key: golden["attributes"][key] for key in ("success", "error")}
    if golden["type"] == "_context_retrieval_response_event":
        values["documents"] = [{k: v for k, v in one.items() if k != "score"} for one in values["documents"]]
    return values


# Java's connection sends the id that a call goes by, Python's the provider's; in Java's own events both are one.
def _sent(golden: dict[str, Any], text: str) -> list[str]:
    sent = [_of_openai(one) for one in _asked({"op": "openai", "event": text})]
    wanted = expected.messages(golden["attributes"]["messages"])
    for message in wanted:
        del message["metadata"]
        message["tool_calls"] = [
            {key: one[key] for key in ("id", "name", "arguments")} for one in message["tool_calls"]
        ]
    return differences(wanted, sent)


def _of_openai(one: dict[str, Any]) -> dict[str, Any]:
    calls = [
        {"id": each["id"], "name": each["function"]["name"], "arguments": json.loads(each["function"]["arguments"])}
        for each in one.get("tool_calls", [])
    ]
    return {
        "role": one["role"],
        "content": one.get("content", ""),
        "tool_calls": calls,
        "link": one.get("tool_call_id"),
    }


def _tool_action(results: list[dict[str, Any]]) -> list[str]:
    calls = goldens()["tool_request"]["attributes"]["tool_calls"]
    seen = _asked({"op": "tools", "event": snapshots(DIALECT)["tool_request"], "results": results})
    made = to_canonical(seen["sent"], DIALECT)["attributes"]
    told = dict(zip((one["call_id"] for one in calls), results or [{"missing": True}] * 2, strict=True))
    raised = {"throws", "missing"}
    wanted = {
        "request_id": seen["request_id"],
        "responses": {id: _canonical(result) for id, result in told.items()},
        # The action of 0.2.0 takes a failure that a tool returns for a success.
        "success": {id: not raised & result.keys() for id, result in told.items()},
        "error": {
            id: result.get("throws", "There is no echo") for id, result in told.items() if raised & result.keys()
        },
        "external_ids": {"call_bbbb": "toolu_1"},
    }
    made.pop("timestamp")
    asked = [one["input"] for one in calls] if results else []
    return [*differences(asked, seen["given"], "/arguments"), *differences(wanted, made)]


def _canonical(result: dict[str, Any]) -> dict[str, Any]:
    failed = {**expected.succeeded(None), "success": False}
    if "value" in result:
        return expected.succeeded(result["value"])
    if "error" in result:
        return {**failed, "error": result["error"], "execution_time_ms": 7, "tool_name": "echo"}
    return {**failed, "error": f"Tool echo {'does not exist' if 'missing' in result else 'execute failed'}."}


def _chat() -> list[str]:
    response = goldens()["tool_response"]
    read = {
        "call_aaaa": "{temperature=20}",
        "call_bbbb": "[1, null]",
        "call_cccc": "null",
        "call_dddd": "9223372036854775807",
        "call_eeee": "1.0",
        "call_ffff": "Tool `get_weather` execute failed.",
    }
    return _played(snapshots(DIALECT)["tool_response"], read, response["attributes"]["external_ids"])


# As 0.3.1 writes it, without success and error, both of which Java's action looks up for each response.
def _chat_of_python() -> list[str]:
    attributes = {
        "request_id": "00000000-0000-0000-0000-000000000002",
        "responses": {"call_aaaa": "pong", "call_bbbb": {"temperature": 20}},
        "external_ids": {"call_aaaa": "toolu_1", "call_bbbb": None},
    }
    event = {**goldens()["tool_response"], "attributes": attributes}
    [ours] = translated([expected.text(event)], PYTHON, DIALECT)
    read = {"call_aaaa": "pong", "call_bbbb": "{temperature=20}"}
    return _played(expected.text(ours), read, {"call_aaaa": "toolu_1"})


def _played(response: str, read: dict[str, str], links: dict[str, str]) -> list[str]:
    golden = goldens()["chat_request"]
    calls = [
        {
            "id": id,
            "type": "function",
            "function": {"name": "echo", "arguments": {"n": 1.0}},
            "original_id": f"toolu_{id}",
        }
        for id in read
    ]
    request = snapshots(DIALECT)["chat_request"]
    seen = _asked({"op": "chat", "event": request, "calls": calls, "response": response})
    blocks = [
        {
            "type": "tool_call",
            "call_id": id,
            "name": "echo",
            "input": {"n": 1.0},
            "metadata": {"original_id": f"toolu_{id}"},
        }
        for id in read
    ]
    asked = expected.messages(golden["attributes"]["messages"])
    results = [
        {"role": "tool", "content": content, "tool_calls": [], "link": links.get(id), "metadata": {}}
        for id, content in read.items()
    ]
    written = to_canonical(seen["sent"], DIALECT)["attributes"]
    return [
        *differences(asked, seen["asked"][0], "/asked"),
        *differences(results, seen["asked"][1][-len(results) :], "/asked again"),
        *differences({"model": "test-model", "tool_calls": blocks}, written, "/request"),
        *differences("done", seen["answer"], "/answer"),
    ]
