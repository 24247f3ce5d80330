"""What a model reads of an answer, the same from every runtime (C2.10, C2.11)."""

from collections.abc import Callable

from toolspan._gen import texts
from toolspan.encode import encode
from toolspan.fault import FaultKind
from toolspan.payload import Payload
from toolspan.response import ToolResponse
from toolspan.scalars import media_text


def _as_said(tool: str, error: str) -> str:
    return error


def _execute_failed(tool: str, error: str) -> str:
    return texts.EXECUTE_FAILED.format(tool=tool)


_FAILURE: dict[FaultKind, Callable[[str, str], str]] = {
    "tool_error": lambda tool, error: error or texts.TOOL_FAILED.format(tool=tool),
    "exception": _execute_failed,
    "unknown_tool": _as_said,
    "invalid_arguments": _as_said,
    "invalid_result": _as_said,
    "result_too_large": _as_said,
    "timeout": _as_said,
    "cancelled": _as_said,
    "host_lost": _as_said,
    "overloaded": _as_said,
    "internal": _execute_failed,
}


def model_text(response: ToolResponse) -> str:
    """The text for the model: a string result as it is, any other as compact JSON, a failure as its kind says."""
    if response.fault is not None:
        return _FAILURE[response.fault.kind](response.tool_name or "", response.error_message or "")
    return response.result if isinstance(response.result, str) else value_text(response.result)


def value_text(value: object) -> str:
    """A result as compact JSON in the payload's key order; bytes as `{media_type, base64}`."""
    if isinstance(value, (bytes, bytearray)):
        return media_text(bytes(value), "application/octet-stream")
    if isinstance(value, Payload) and value.media_type:
        return media_text(value.data, value.media_type)
    text, problems = encode(value)
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    return text
