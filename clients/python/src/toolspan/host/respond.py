"""From what a tool returned to the ToolResponse that travels (C2.3, C2.4)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from toolspan._gen import texts, tool_pb2
from toolspan.encode import encode
from toolspan.fault import Fault, FaultKind
from toolspan.host.exception import LANGUAGE
from toolspan.host.output import Output
from toolspan.limits import Limits
from toolspan.normalise import normalise
from toolspan.outcome import Raised, Returned
from toolspan.payload import Payload
from toolspan.problems import Problem, details_of, joined, size_text
from toolspan.response import ToolResponse
from toolspan.response_wire import response_to_wire
from toolspan.wire import OCTETS

_TEXTS: dict[FaultKind, Callable[[str, str], str]] = {
    "invalid_arguments": lambda tool, problems: texts.INVALID_ARGUMENTS.format(tool=tool, problems=problems),
    "invalid_result": lambda tool, problems: texts.INVALID_RESULT.format(tool=tool, problems=problems),
}


def respond(tool: str, output: Output | None, value: Any, limits: Limits) -> tool_pb2.ToolResponse:
    """A raw value is a success whatever it looks like; what cannot cross is a failure that names each place (C1.4)."""
    response = value if isinstance(value, ToolResponse) else ToolResponse.success(value)
    problems: list[Problem] = []
    result = response.result
    if response.success and output is not None:
        result, problems = output.check(result)
    if not problems:
        result, problems = _payload(result, limits)
    if not problems and response.fault is not None:
        response = replace(response, fault=_own(response.fault))
        problems = encode(response.fault.details if response.fault else {}, limits.max_json_depth)[1]
    if problems:
        return invalid("invalid_result", tool, problems)
    keeps = response.success or response.result is not None
    wire = response_to_wire(normalise(tool, Returned(replace(response, result=result if keeps else None)), 0))
    size = wire.ByteSize()
    return too_large(tool, size, limits) if size > limits.max_arguments_bytes else wire


def invalid(kind: FaultKind, tool: str, problems: list[Problem]) -> tool_pb2.ToolResponse:
    """A failure that lists every problem of the arguments or of the result."""
    message = _TEXTS[kind](tool, joined(problems))
    return _failure(tool, Fault(kind, message, details=details_of(problems)))


def too_large(tool: str, size: int, limits: Limits) -> tool_pb2.ToolResponse:
    """A failure in place of a result that no message holds (C8.5)."""
    limit = size_text(limits.max_message_bytes)
    return _failure(tool, Fault("result_too_large", texts.RESULT_TOO_LARGE.format(tool=tool, bytes=size, limit=limit)))


def _failure(tool: str, fault: Fault) -> tool_pb2.ToolResponse:
    return response_to_wire(normalise(tool, Raised(fault), 0))


def _own(fault: Fault) -> Fault:
    """A failure that the tool itself states comes from this language."""
    return replace(fault, language=LANGUAGE) if fault.kind == "tool_error" and not fault.language else fault


def _payload(value: Any, limits: Limits) -> tuple[Payload, list[Problem]]:
    if isinstance(value, Payload):
        return value, []
    if isinstance(value, (bytes, bytearray, memoryview)):
        return Payload(bytes(value), OCTETS), []
    text, problems = encode(value, limits.max_json_depth)
    return Payload(b"" if problems else text.encode("utf-8")), problems
