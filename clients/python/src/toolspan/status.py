"""What a gRPC status other than OK means for the call that got it (C2.6, C8.6)."""

import enum
from dataclasses import dataclass

import grpc

from toolspan.errors import RefusedError


@dataclass(frozen=True)
class Broken:
    """A question that ended without an answer; OK here means that a stream ended early.

    Attributes:
        code: gRPC's status.
        details: its words.
        wrote: False where it is certain that not one call went out.
    """

    code: grpc.StatusCode
    details: str
    wrote: bool = True


class Trouble(enum.Enum):
    """What to make of it."""

    UNSENT = "no connection, so nothing was sent"
    DRAINING = "the sidecar is stopping and did not run it"
    LOST = "the connection broke after it was sent"
    LATE = "the deadline passed"
    REFUSED = "the sidecar does not take it"
    BROKEN = "a fault of Toolspan's own"


REFUSALS = frozenset(
    {
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.UNIMPLEMENTED,
    }
)
# What gRPC says where it never had a connection. Should the words change, a call counts as lost: the safe side.
_NEVER_CONNECTED = (
    "failed to connect to all addresses",
    "dns resolution failed",
    "errors resolving",
    "empty address list",
)
# What grpc.aio says instead of the status where a write finds the call at its end already.
WRITE_FAILED = "Internal error from Core"


DRAINING = Broken(grpc.StatusCode.UNAVAILABLE, "draining: the sidecar is stopping", wrote=False)


def refused(error: RefusedError) -> Broken:
    """How a welcome that we cannot take ends a stream."""
    return Broken(grpc.StatusCode.FAILED_PRECONDITION, str(error), wrote=False)


def trouble(broken: Broken) -> Trouble:
    """A peer's CANCELLED or early end is a lost connection: only the caller's own cancel ends a call."""
    if broken.code in REFUSALS:
        return Trouble.REFUSED
    if broken.code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return Trouble.LATE
    if broken.code is grpc.StatusCode.UNAVAILABLE:
        words = broken.details.lower()
        if words.startswith("draining"):
            return Trouble.DRAINING
        return Trouble.UNSENT if not broken.wrote or words.startswith(_NEVER_CONNECTED) else Trouble.LOST
    if broken.code in (grpc.StatusCode.CANCELLED, grpc.StatusCode.OK) or broken.details == WRITE_FAILED:
        return Trouble.LOST
    return Trouble.BROKEN


def readable(details: str) -> str:
    """The part of gRPC's words that tells a person what is wrong: "Connection refused", "No such file or directory"."""
    if details == WRITE_FAILED:
        return "the connection broke"
    _, found, last = details.rpartition("last error: ")
    reason = last if found else details
    for known in ("No such file or directory", "Connection refused", "Permission denied", "Connection reset by peer"):
        if known in reason:
            return known
    return reason.rstrip(". ") or "the connection broke"
