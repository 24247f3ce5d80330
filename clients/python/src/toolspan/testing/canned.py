"""Answers that a test decides before the call."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolspan._gen import texts
from toolspan.fault import FAULT_KINDS, Fault, FaultKind
from toolspan.host import Tool, ToolContext
from toolspan.response import ToolResponse

_MESSAGES: dict[FaultKind, Callable[[str, int], str]] = {
    "tool_error": lambda tool, _: texts.TOOL_FAILED.format(tool=tool),
    "exception": lambda tool, _: texts.EXECUTE_FAILED.format(tool=tool),
    "unknown_tool": lambda tool, _: texts.UNKNOWN_TOOL.format(tool=tool),
    "invalid_arguments": lambda tool, _: texts.INVALID_ARGUMENTS.format(tool=tool, problems="they are refused"),
    "invalid_result": lambda tool, _: texts.INVALID_RESULT.format(tool=tool, problems="it is refused"),
    "result_too_large": lambda tool, _: texts.RESULT_TOO_LARGE.format(tool=tool, bytes=33554433, limit="32 MiB"),
    "timeout": lambda tool, ms: texts.TIMEOUT.format(tool=tool, ms=ms),
    "cancelled": lambda tool, _: texts.CANCELLED.format(tool=tool),
    "host_lost": lambda tool, _: texts.HOST_LOST.format(tool=tool),
    "overloaded": lambda tool, _: texts.OVERLOADED.format(tool=tool),
    "internal": lambda tool, _: texts.EXECUTE_FAILED.format(tool=tool),
}

_DETAILS: dict[str, dict[str, Any]] = {"host_lost": {"effect": "unknown"}, "overloaded": {"effect": "none"}}


@dataclass(frozen=True)
class Answer:
    """What a canned tool does at one call: a value is returned, an exception raised, after some seconds."""

    value: Any = None
    kind: FaultKind | None = None
    message: str | None = None
    details: Mapping[str, Any] | None = None
    retryable: bool = False
    after: float = 0.0

    def give(self, tool: str) -> Any:
        """What the function of the tool returns; raises where that is the answer."""
        if isinstance(self.value, BaseException) and self.kind is None:
            raise self.value
        if self.kind is None:
            return self.value
        message = _MESSAGES[self.kind](tool, round(self.after * 1000)) if self.message is None else self.message
        details = _DETAILS.get(self.kind, {}) if self.details is None else self.details
        fault = Fault(self.kind, message, details=dict(details), retryable=self.retryable)
        return ToolResponse.error(message, fault=fault, result=self.value)


def succeeds(result: Any = None, *, after: float = 0.0) -> Answer:
    """A success, whatever its result looks like; `after` is in seconds."""
    return Answer(result, after=after)


def fails(
    message: str | None = None,
    *,
    kind: FaultKind = "tool_error",
    result: Any = None,
    details: Mapping[str, Any] | None = None,
    retryable: bool = False,
    after: float = 0.0,
) -> Answer:
    """A failure of any kind, with the text that the sidecar gives that kind unless there is a message."""
    if kind not in FAULT_KINDS:
        raise ValueError(f"{kind!r} is no kind of fault; those are {', '.join(FAULT_KINDS)}")
    return Answer(result, kind, message, details, retryable, after)


def raises(error: Exception, *, after: float = 0.0) -> Answer:
    """An exception of the tool, with its type and causes."""
    return Answer(error, after=after)


def _answer(given: Any) -> Answer:
    return given if isinstance(given, Answer) else Answer(given)


class Canned:
    """A tool that gives the answers that it was told, one a call, the last one again and again.

    Attributes:
        name: its bare name.
        calls: the arguments of each call, in the order in which they came.

    """

    def __init__(self, name: str, answers: tuple[Any, ...]) -> None:
        self.name = name
        self.calls: list[dict[str, Any]] = []
        self._answers = [_answer(each) for each in answers] or [Answer()]
        self._lock = threading.Lock()

    def then(self, *answers: Any) -> "Canned":
        """From the next call on it gives these answers."""
        with self._lock:
            self._answers = [_answer(each) for each in answers]
        return self

    def tool(self) -> Tool[..., Any]:
        """The function that is offered."""

        def run(_context: ToolContext, **arguments: Any) -> Any:
            """Gives an answer that was decided before."""
            with self._lock:
                self.calls.append(arguments)
                answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            if answer.after > 0:
                _context.wait(answer.after)
            return answer.give(_context.tool)

        return Tool(run, name=self.name)
