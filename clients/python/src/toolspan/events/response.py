"""The responses that a tool response event holds."""

from typing import Any

from toolspan._gen import texts
from toolspan.blocks import CONTENT_TYPES
from toolspan.canonical import facts_value
from toolspan.errors import InvalidMessageError
from toolspan.events.fields import count_of, optional_items, string_of
from toolspan.fault import FAULT_KINDS, Cause, Fault, FaultKind
from toolspan.messages.fields import Fields
from toolspan.messages.from_json import block_of
from toolspan.payload import Payload
from toolspan.response import ToolResponse
from toolspan.strict import flag_at


def response_of(value: object, path: str) -> ToolResponse:
    """A response; a failure that tells no fault is the tool's own error."""
    fields = Fields(value, path)
    success = flag_at(fields.required("success"), fields.at("success"))
    error = fields.optional_text("error")
    execution_time_ms = count_of(fields, "execution_time_ms")
    tool_name = fields.optional_text("tool_name")
    blocks: tuple[Any, ...] = optional_items(fields, "blocks", lambda one, at: block_of(one, at, CONTENT_TYPES))
    told = None if fields.get("fault") is None else _fault_of(fields.get("fault"), fields.at("fault"))
    if success is not (error is None) or (success and told is not None):
        raise InvalidMessageError(path, texts.EVENT_RESPONSE_DISAGREES)
    fault = None if error is None else told or Fault("tool_error", error)
    return ToolResponse(fields.get("result"), error, execution_time_ms, tool_name, blocks, fault)


def response_value(response: ToolResponse) -> dict[str, Any]:
    """The mirror, with every key."""
    result = response.result
    if isinstance(result, (bytes, bytearray)):
        result = Payload(bytes(result), "application/octet-stream")
    return {"result": result, **facts_value(response)}


def _fault_of(value: object, path: str) -> Fault:
    fields = Fields(value, path)
    word = string_of(fields, "kind")
    kind: FaultKind = next((each for each in FAULT_KINDS if each == word), "internal")
    message = string_of(fields, "message")
    language, type_name = (fields.optional_text(key) or "" for key in ("language", "type"))
    causes = optional_items(fields, "causes", _cause_of)
    details = fields.map("details")
    retryable = False if fields.get("retryable") is None else flag_at(fields.get("retryable"), fields.at("retryable"))
    return Fault(kind, message, language, type_name, causes, details, retryable)


def _cause_of(value: object, path: str) -> Cause:
    fields = Fields(value, path)
    return Cause(string_of(fields, "language"), string_of(fields, "type"), string_of(fields, "message"))
