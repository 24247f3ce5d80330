"""Reads messages, results and events in one of their two forms and shows what a user may ask of what was read."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from toolspan import ChatMessage, ChatResult, Event, InvalidMessageError, ToolResponse, format_prompt, prompt_messages
from toolspan.messages import UnsupportedContentError, reject_media


def converted(question: dict[str, Any]) -> dict[str, Any]:
    """Both forms and the projections, or the error and its place."""
    try:
        return KINDS[question["type"]](question)
    except InvalidMessageError as refused:
        return {"error": str(refused), "path": refused.path}
    except UnsupportedContentError as refused:
        return {"error": str(refused)}


def _read(kind: Any, question: dict[str, Any]) -> Any:
    if question["from"] == "json":
        return kind.from_json(question["data"])
    return kind.from_bytes(bytes.fromhex(question["data"]))


def _message(question: dict[str, Any]) -> dict[str, Any]:
    message = _read(ChatMessage, question)
    return {"json": message.to_json(), "wire": message.to_bytes().hex(), **_shown(message)}


def _result(question: dict[str, Any]) -> dict[str, Any]:
    result = _read(ChatResult, question)
    return {"json": result.to_json(), "wire": result.to_bytes().hex(), **_shown(result.message)}


def _event(question: dict[str, Any]) -> dict[str, Any]:
    read = _read(Event, question)
    typed = read.typed()
    event = read.with_typed(typed)
    made = replace(Event.of(typed), id="").to_json()
    return {"json": event.to_json(), "wire": event.to_bytes().hex(), "typed": type(typed).__name__, "made": made}


def _response_block(question: dict[str, Any]) -> dict[str, Any]:
    given = json.loads(question["data"])
    fault = {"message": given.get("error"), "language": "", "type": "", "causes": [], "details": {}, "retryable": False}
    stated = {
        "result": given.get("result"),
        "success": given["success"],
        "error": given.get("error"),
        "execution_time_ms": given.get("execution_time_ms", 0),
        "tool_name": given.get("tool_name"),
        "blocks": given.get("blocks") or [],
        "fault": None if given["success"] else {"kind": "tool_error", **fault, **(given.get("fault") or {})},
    }
    block = ToolResponse.from_json(json.dumps(stated)).to_result_block(question["call_id"])
    # a message of this one block shows the block as it is written
    text = ChatMessage.tool(block).to_json()
    return {"json": text.removeprefix('{"role":"tool","blocks":[').removesuffix('],"metadata":{}}')}


def _prompt(question: dict[str, Any]) -> dict[str, Any]:
    given = json.loads(question["data"])
    template, args = given["template"], given["args"]
    if not isinstance(template, str):
        template = [ChatMessage.from_dict(each) for each in template]
    if "input" in given:
        messages = prompt_messages(template, args, [ChatMessage.from_dict(each) for each in given["input"]])
    else:
        messages = format_prompt(template, args)
    return {"json": f"[{','.join(message.to_json() for message in messages)}]"}


def _text_provider(question: dict[str, Any]) -> dict[str, Any]:
    messages = [ChatMessage.from_dict(each) for each in json.loads(question["data"])]
    reject_media("Acme", messages)
    return {"json": f"[{','.join(message.to_json() for message in messages)}]"}


def _shown(message: ChatMessage) -> dict[str, Any]:
    return {
        "text": message.text,
        "tool_calls": [call.call_id for call in message.tool_calls],
        "string": str(message),
    }


KINDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "message": _message,
    "result": _result,
    "event": _event,
    "response_block": _response_block,
    "prompt": _prompt,
    "text_provider": _text_provider,
}
