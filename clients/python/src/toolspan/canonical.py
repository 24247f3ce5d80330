"""A ToolResponse as one JSON object, byte for byte the same in every language: what the command line prints."""

import base64
from collections.abc import Mapping
from typing import Any

from toolspan.blocks import Base64Source, ContentBlock, MediaBlock, TextBlock, UrlSource
from toolspan.decode import decode
from toolspan.encode import encode
from toolspan.fault import FAULT_KINDS, Cause, Fault
from toolspan.messages.to_json import block_value
from toolspan.model_text import value_text
from toolspan.payload import Payload
from toolspan.response import ToolResponse


def response_to_json(response: ToolResponse) -> str:
    """Every key, in a fixed order, nulls written."""
    text, problems = encode(facts_value(response), max_depth=1024)
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    return f'{{"result":{value_text(response.result)},{text[1:]}'


def response_from_json(text: str) -> ToolResponse:
    """The mirror; a result of exactly `media_type` and `base64` is read as bytes or a Payload."""
    value = decode(text.encode("utf-8", "surrogatepass"), max_depth=1024)
    try:
        error, fault = value["error"], value["fault"]
        if value["success"] is not (error is None):
            raise ValueError("ToolResponse success and error disagree")
        return ToolResponse(
            _result_from_json(value["result"]),
            error,
            value["execution_time_ms"],
            value["tool_name"],
            tuple(_block_from_json(block) for block in value["blocks"]),
            None if fault is None else _fault_from_json(fault),
        )
    except (KeyError, TypeError, AttributeError) as reason:
        raise ValueError(f"not a ToolResponse: {reason}") from None


def facts_value(response: ToolResponse) -> dict[str, Any]:
    """The fields of a response but its result."""
    return {
        "success": response.success,
        "error": response.error,
        "execution_time_ms": response.execution_time_ms,
        "tool_name": response.tool_name,
        "blocks": [block_value(block) for block in response.blocks],
        "fault": None if response.fault is None else _fault_value(response.fault),
    }


def _fault_value(fault: Fault) -> dict[str, Any]:
    causes = [{"language": cause.language, "type": cause.type, "message": cause.message} for cause in fault.causes]
    return {
        "kind": fault.kind,
        "message": fault.message,
        "language": fault.language,
        "type": fault.type,
        "causes": causes,
        "details": fault.details,
        "retryable": fault.retryable,
    }


def _fault_from_json(value: Mapping[str, Any]) -> Fault:
    if value["kind"] not in FAULT_KINDS:
        raise ValueError(f"no such fault kind: {value['kind']}")
    causes = tuple(Cause(cause["language"], cause["type"], cause["message"]) for cause in value["causes"])
    rest = (value["language"], value["type"], causes, value["details"], value["retryable"])
    return Fault(value["kind"], value["message"], *rest)


def _block_from_json(value: Mapping[str, Any]) -> ContentBlock:
    if value["type"] == "text":
        return TextBlock(value["text"])
    if value["type"] not in ("image", "audio", "video", "document"):
        raise ValueError(f"no such block type: {value['type']}")
    given = value["source"]
    source = Base64Source(given["data"]) if given["type"] == "base64" else UrlSource(given["url"])
    optional = (value.get("name"), value.get("size_bytes"), value.get("sha256"))
    return MediaBlock(value["type"], value["media_type"], source, *optional)


def _result_from_json(value: Any) -> Any:
    if not isinstance(value, dict) or set(value) != {"media_type", "base64"}:
        return value
    data = base64.b64decode(value["base64"])
    return data if value["media_type"] == "application/octet-stream" else Payload(data, value["media_type"])
