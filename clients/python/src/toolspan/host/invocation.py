"""One invocation: what it knows, and the ways to tell it to stop."""

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from toolspan._gen import hosts_pb2, texts, tool_pb2, tools_pb2
from toolspan.cancel import CancelToken
from toolspan.fault import Fault
from toolspan.host.context import lines
from toolspan.unicode import clean

if TYPE_CHECKING:
    from toolspan.host.callers import Callers

Send = Callable[[hosts_pb2.InvocationOutcome | tools_pb2.StreamProgress], object]


class Invocation:
    """A call of a tool of this process, until its outcome is sent."""

    def __init__(self, stated: tools_pb2.StreamCall, send: Send, callers: "Callers") -> None:
        call = stated.call
        self.number = stated.number
        self.name = call.name
        self.called_as = stated.called_as or call.name
        self.arguments = call.arguments.data
        self.call_id = call.call_id
        self.depth = call.depth
        self.traceparent = call.traceparent
        self.tracestate = call.tracestate
        self.callers = callers
        self.cancel = CancelToken()
        self._wants_progress = stated.wants_progress
        self._budget_ms = call.timeout_ms if call.HasField("timeout_ms") else None
        self._ends = None if self._budget_ms is None else time.monotonic() + self._budget_ms / 1000
        self._send = send
        self._lock = threading.Lock()
        self._ended = False
        self._is_late = False

    @property
    def remaining(self) -> float | None:
        """Seconds that are left; None where there is no limit."""
        return None if self._ends is None else max(0.0, self._ends - time.monotonic())

    @property
    def log(self) -> "logging.LoggerAdapter[logging.Logger]":
        """Its lines in the host's log."""
        return lines(self.name, self.call_id)

    def wait(self, seconds: float) -> bool:
        """Waits, and says whether it was told to stop."""
        woken = threading.Event()
        withdraw = self.cancel.on_cancel(woken.set)
        try:
            woken.wait(max(0.0, seconds))
        finally:
            withdraw()
        return self.cancel.cancelled

    def progress(self, fraction: float | None, message: str | None) -> None:
        """Sent in order, and never after the outcome."""
        if not self._wants_progress:
            return
        said = tool_pb2.Progress(fraction=fraction, message=None if message is None else clean(str(message)))
        with self._lock:
            if not self._ended:
                self._send(tools_pb2.StreamProgress(number=self.number, progress=said))

    def stop(self, is_late: bool = False) -> None:
        """Tells the tool that nobody waits any more: the caller cancelled, or the budget ran out."""
        self._is_late = is_late
        self.cancel.cancel()

    @property
    def stopped(self) -> Fault | None:
        """The fault of a tool that ended since it was told to stop; None where it was not told."""
        if not self.cancel.cancelled:
            return None
        if self._is_late:
            text = texts.TIMEOUT.format(tool=self.called_as, ms=self._budget_ms or 0)
            return Fault("timeout", text, retryable=True)
        return Fault("cancelled", texts.CANCELLED.format(tool=self.called_as))

    def end(self, outcome: tool_pb2.Outcome | None, execution_time_ms: int = 0) -> None:
        """Sends the one outcome; None where the tool did not run."""
        with self._lock:
            self._ended = True
            self._send(
                hosts_pb2.InvocationOutcome(number=self.number, outcome=outcome, execution_time_ms=execution_time_ms)
            )
