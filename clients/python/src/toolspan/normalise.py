"""The one way from an outcome to the ToolResponse that callers see (C2.5)."""

from dataclasses import replace

from toolspan.fault import Fault
from toolspan.outcome import Outcome, Raised
from toolspan.response import ToolResponse
from toolspan.unicode import clamp, clean

MAX_ERROR_BYTES = 8192


def normalise(tool_name: str, outcome: Outcome[ToolResponse], execution_time_ms: int) -> ToolResponse:
    """Names the tool and the time, and bounds every text of a failure at 8 KiB."""
    if isinstance(outcome, Raised):
        fault = _bounded(outcome.fault)
        return ToolResponse(None, fault.message, execution_time_ms, tool_name, (), fault)
    response = outcome.value
    fault_or_none = None if response.fault is None else _bounded(response.fault)
    error = None if response.error_message is None else _cut(response.error_message)
    return replace(
        response, error_message=error, fault=fault_or_none, execution_time_ms=execution_time_ms, tool_name=tool_name
    )


def _bounded(fault: Fault) -> Fault:
    causes = tuple(replace(cause, message=_cut(cause.message)) for cause in fault.causes)
    return replace(fault, message=_cut(fault.message), causes=causes)


def _cut(text: str) -> str:
    return clamp(clean(text), MAX_ERROR_BYTES)
