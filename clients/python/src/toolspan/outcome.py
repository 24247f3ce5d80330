"""Whether an invocation returned or raised; knows nothing of tools (C2.1)."""

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from toolspan.fault import Fault

T = TypeVar("T")


@dataclass(frozen=True)
class Returned(Generic[T]):
    """The invocation ended with a value."""

    value: T


@dataclass(frozen=True)
class Raised:
    """The invocation ended with a fault."""

    fault: Fault


Outcome: TypeAlias = Returned[T] | Raised
