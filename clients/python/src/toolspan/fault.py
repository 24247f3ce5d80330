"""Why a call did not succeed (C2.7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

FaultKind: TypeAlias = Literal[
    "tool_error",
    "exception",
    "unknown_tool",
    "invalid_arguments",
    "invalid_result",
    "result_too_large",
    "timeout",
    "cancelled",
    "host_lost",
    "overloaded",
    "internal",
]

FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


@dataclass(frozen=True)
class Cause:
    """One link of the chain of causes."""

    language: str
    type: str
    message: str


@dataclass(frozen=True)
class Fault:
    """One failure, as fields that every language can read.

    Attributes:
        kind: one of the closed set `FAULT_KINDS`.
        message: the diagnostic text, at most 8 KiB of UTF-8.
        language: whose code raised, such as "typescript"; empty where no tool code was involved.
        type: the exception's type name in that language; empty where there is none.
        causes: the chain of causes, nearest first.
        details: reserved keys are retry_after_ms, effect ("none", "unknown"), path, code and data.
        retryable: whether the same call may be sent again with a chance of success.

    """

    kind: FaultKind
    message: str
    language: str = ""
    type: str = ""
    causes: tuple[Cause, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    retryable: bool = False
