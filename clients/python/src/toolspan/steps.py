"""What a program may need of the world; each way of a call is written once for threads and for asyncio.

A program is a generator: it yields what it needs of the world as a step, and is sent what came of it. `transport.py`
and `aio/transport.py` do the steps; nothing here waits.
"""

import enum
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from toolspan.batch import Round
from toolspan.methods import Method
from toolspan.ticket import Ticket

MOST_ATTEMPTS = 3


@dataclass(frozen=True)
class Ask:
    """One unary question: sent back its answer, a `Broken`, or `Stopped`."""

    method: Method
    request: Any
    timeout: float
    wait: bool = False  # whether to wait for a connection


@dataclass(frozen=True)
class Open:
    """The shared stream, where the time allows it: sent back None."""

    timeout: float


@dataclass(frozen=True)
class Post:
    """One call over a stream, the shared one or one of its own: sent back the ticket's outcome."""

    ticket: Ticket
    alone: bool = False


@dataclass(frozen=True)
class Trade:
    """More calls of a batch, each over what suits it: sent back the tickets that ended, at least one."""

    tickets: Sequence[Ticket]


@dataclass(frozen=True)
class Enter:
    """A place among the calls in flight: sent back an `Entered`, or `Stopped`."""

    timeout: float


@dataclass(frozen=True)
class Pause:
    """Some seconds: sent back None, or `Stopped`."""

    seconds: float


@dataclass(frozen=True)
class Exchange:
    """One stream of a batch: sent back a `Broken`; what was answered is in the round."""

    round: Round


class Entered(enum.Enum):
    """How the place was got."""

    AT_ONCE = "at once"
    LATER = "after a wait"
    NEVER = "the time was over first"


T = TypeVar("T")
Step: TypeAlias = Post | Trade | Open | Ask | Enter | Pause | Exchange
Steps: TypeAlias = Generator[Step, Any, T]
