"""One call on its way: what it asks, how long it may take, and what became of it."""

import enum
import math
import time
from collections.abc import Callable
from typing import TypeAlias

from toolspan._gen import tool_pb2, tools_pb2
from toolspan.cancel import CancelToken
from toolspan.progress import Progress
from toolspan.status import Broken


class Stopped(enum.Enum):
    """The caller's cancel token ended it."""

    STOPPED = "stopped"


Outcome: TypeAlias = tool_pb2.ToolResponse | Broken | Stopped


class Ticket:
    """One sending of one call; ends once, with its answer or what broke, and then comes back through `deliver`."""

    __slots__ = (
        "cancel",
        "deliver",
        "ends",
        "late",
        "nested",
        "number",
        "outcome",
        "request",
        "size",
        "slot",
        "wants_progress",
    )

    def __init__(
        self,
        request: tools_pb2.CallRequest,
        ends: float,
        cancel: CancelToken | None = None,
        late: bool = False,
        wants_progress: bool = False,
        slot: int = 0,
    ) -> None:
        """`ends` is on the monotonic clock; `late` says that time passed already."""
        self.request = request
        self.ends = ends
        self.cancel = cancel
        self.late = late
        self.wants_progress = wants_progress
        self.slot = slot
        self.size = request.ByteSize()
        # a call that a tool makes must not wait for the place that the tool's own call holds
        self.nested = request.depth > 0
        self.number = 0  # 0 until it is sent
        self.outcome: Outcome | None = None
        self.deliver: Callable[[Ticket | Progress], object] = _nobody

    def is_larger(self, most: int) -> bool:
        """Whether its arguments have more bytes."""
        return self.size > most and len(self.request.arguments.data) + len(self.request.injected.data) > most

    def stated(self) -> tools_pb2.CallRequest:
        """The request as it is sent now: what was waited for is not the tool's to use."""
        if self.late and self.request.HasField("timeout_ms"):
            self.request.timeout_ms = max(1, math.ceil((self.ends - time.monotonic()) * 1000))
        return self.request

    def hear(self, progress: Progress) -> None:
        """Passes an update on to who asked for it."""
        if self.wants_progress:
            self.deliver(progress)

    def end(self, outcome: Outcome) -> None:
        """Sets what became of it, and comes back."""
        self.outcome = outcome
        self.deliver(self)


def _nobody(_: "Ticket | Progress") -> None:
    """Before it is posted."""
