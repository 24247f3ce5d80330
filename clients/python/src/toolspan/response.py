"""Whether the tool did its job (C2.2)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, overload

from toolspan.blocks import ContentBlock, ToolResultBlock
from toolspan.fault import Fault


class _Success:
    """`ToolResponse.success(…)` makes one, `response.success` asks one."""

    @overload
    def __get__(self, response: None, owner: type["ToolResponse"]) -> Callable[..., "ToolResponse"]: ...
    @overload
    def __get__(self, response: "ToolResponse", owner: type["ToolResponse"]) -> bool: ...
    def __get__(
        self, response: "ToolResponse | None", owner: type["ToolResponse"]
    ) -> "Callable[..., ToolResponse] | bool":
        return _succeeded if response is None else response.error_message is None


class _Error:
    """`ToolResponse.error(…)` makes one, `response.error` asks one."""

    @overload
    def __get__(self, response: None, owner: type["ToolResponse"]) -> Callable[..., "ToolResponse"]: ...
    @overload
    def __get__(self, response: "ToolResponse", owner: type["ToolResponse"]) -> str | None: ...
    def __get__(
        self, response: "ToolResponse | None", owner: type["ToolResponse"]
    ) -> "Callable[..., ToolResponse] | str | None":
        return _failed if response is None else response.error_message


@dataclass(frozen=True, repr=False)
class ToolResponse:
    """The answer to one call.

    `response.success` is True exactly when `response.error` is None. `ToolResponse.success(result)` and
    `ToolResponse.error(message)` make answers; an empty error text is a failure too.

    Attributes:
        result: a JSON value (dict, list, str, int, float, bool, None), bytes, or a `Payload` of another media type.
        error_message: the same as `error`.
        execution_time_ms: whole milliseconds on a monotonic clock around the tool itself.
        tool_name: the name as called.
        blocks: what the model reads, where the tool says it in content of its own.
        fault: why it failed; present exactly on failure.

    """

    result: Any = None
    error_message: str | None = None
    execution_time_ms: int = 0
    tool_name: str | None = None
    blocks: tuple[ContentBlock, ...] = ()
    fault: Fault | None = None

    success = _Success()
    error = _Error()

    def __post_init__(self) -> None:
        if (self.error_message is None) != (self.fault is None):
            raise ValueError("ToolResponse needs an error and a fault, or neither")

    def __repr__(self) -> str:
        fields = ("result", "success", "error", "execution_time_ms", "tool_name", "blocks", "fault")
        return f"ToolResponse({', '.join(f'{field}={getattr(self, field)!r}' for field in fields)})"

    @property
    def model_text(self) -> str:
        """What a model reads of this answer; the same whichever runtime ran the tool (C2.10, C2.11)."""
        from toolspan.model_text import model_text

        return model_text(self)

    def to_result_block(self, call_id: str) -> ToolResultBlock:
        """The answer as a block of a conversation, by the same rule in every language (C5.4)."""
        from toolspan.messages.result_block import to_result_block

        return to_result_block(self, call_id)

    def to_json(self) -> str:
        """The canonical JSON object, compact: every key in a fixed order, nulls written."""
        from toolspan.canonical import response_to_json

        return response_to_json(self)

    @staticmethod
    def from_json(text: str) -> "ToolResponse":
        """The mirror of `to_json`; raises ValueError where the text is not one."""
        from toolspan.canonical import response_from_json

        return response_from_json(text)


def _succeeded(
    result: Any = None,
    *,
    blocks: tuple[ContentBlock, ...] = (),
    execution_time_ms: int = 0,
    tool_name: str | None = None,
) -> ToolResponse:
    """The tool did its job."""
    return ToolResponse(result, None, execution_time_ms, tool_name, tuple(blocks), None)


def _failed(
    message: str,
    *,
    fault: Fault | None = None,
    result: Any = None,
    blocks: tuple[ContentBlock, ...] = (),
    details: Mapping[str, Any] | None = None,
    retryable: bool = False,
    execution_time_ms: int = 0,
    tool_name: str | None = None,
) -> ToolResponse:
    """The tool did not do its job, and says so; `details` and `retryable` are of its fault, where none is given."""
    if not isinstance(message, str):
        raise TypeError(f"ToolResponse.error needs a text, not {type(message).__name__}")
    why = fault if fault is not None else Fault("tool_error", message, details=dict(details or {}), retryable=retryable)
    return ToolResponse(result, message, execution_time_ms, tool_name, tuple(blocks), why)
