"""A process that offers tools: attached to a sidecar, and again where that was lost (C3.2)."""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import grpc

from toolspan._gen import hosts_pb2, texts, tools_pb2
from toolspan.errors import CannotReachError, RefusedError, ToolspanError
from toolspan.fault import Fault
from toolspan.host.attachment import Attachment, first_frame, open_channel
from toolspan.host.callers import Callers
from toolspan.host.event_loop import EventLoop
from toolspan.host.invocation import Invocation
from toolspan.host.run import raised, run_async, run_plain
from toolspan.host.source import default_source, named
from toolspan.host.tool import Tool
from toolspan.host.workers import Workers
from toolspan.session import Session
from toolspan.status import Broken, Trouble, readable, trouble

MAX_IN_FLIGHT = 64
GRACE = 8.0
# Seconds for which a sidecar may let us wait for its own drain, which says that no invocation is on its way any more.
_LINGER = 1.0

_log = logging.getLogger("toolspan.host")


class Host:
    """Offers tools until it is closed; made by `hub.host(…)`.

    Attributes:
        source: who offers them; a tool's full name is `source.name`.
        refused: why the sidecar did not take a tool, by full name.

    """

    def __init__(
        self,
        tools: Sequence[Tool[..., Any] | Callable[..., Any]],
        session: Session,
        *,
        source: str | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
        loop: asyncio.AbstractEventLoop | None = None,
        supervised_as: str = "",
    ) -> None:
        self._tools = named(tools)
        self.source = default_source(self._tools.values()) if source is None else source
        if max_in_flight < 1:
            raise ValueError(f"max_in_flight must be 1 or more, not {max_in_flight}")
        self.refused: dict[str, str] = {}
        self._accepted: set[str] = set()
        self._specs = [each.spec(self.source) for each in self._tools.values()]
        self._session = session
        self._max_in_flight = max_in_flight
        self._id = supervised_as
        self._pid = os.getpid()
        self._channel = open_channel(session)
        self._workers = Workers("toolspan-tool")
        self._loop = EventLoop(loop)
        self._callers = Callers(session)
        self._changed = threading.Condition()
        self._running: dict[tuple[int, int], Invocation] = {}
        self._attachment: Attachment | None = None
        self._is_closing = False
        self._stopping = threading.Event()
        self._is_ready = False
        self._failure: ToolspanError | None = None
        self._thread = threading.Thread(target=self._serve, name="toolspan-host", daemon=True)

    @property
    def tools(self) -> list[str]:
        """The full names that can be called now, in the order in which they were given."""
        return [each.full_name for each in self._specs if each.full_name in self._accepted]

    @property
    def failure(self) -> ToolspanError | None:
        """Why the host ended by itself; None where it did not."""
        return self._failure

    def start(self, timeout: float | None) -> "Host":
        """Returns when the tools can be called; None waits for a sidecar as long as it takes.

        Raises:
            CannotReachError: no sidecar answered in time.
            RefusedError: the sidecar takes no hosts from here, or none of the tools.

        """
        self._thread.start()
        with self._changed:
            answered = self._changed.wait_for(lambda: self._is_ready or not self._thread.is_alive(), timeout)
        failure = self._failure
        if failure is None and not answered:
            failure = CannotReachError(str(self._session.address), self._reason or "no answer in time")
        if failure is None and self._is_ready and not self._accepted:
            reasons = " ".join(f"{name}: {reason}" for name, reason in self.refused.items())
            failure = RefusedError(f"The sidecar took no tool of {self.source}. {reasons}")
        if failure is not None:
            self.close(0)
            raise failure
        return self

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the end; says whether it came."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def close(self, grace: float = GRACE) -> bool:
        """Takes no new calls, waits for those under way, then ends; says whether all ended within `grace` seconds."""
        with self._changed:
            if self._is_closing or self._pid != os.getpid():
                return True
            self._is_closing = True
            attachment = self._attachment
        if attachment is not None:
            attachment.outbox.put(hosts_pb2.AttachRequest(drain={}))
            self._await_drain(attachment, max(0.0, min(grace, _LINGER)))
        is_done = self._await_running(grace)
        for each in self._under_way():
            each.stop()
        if not is_done:
            self._await_running(0.5)
        self._stopping.set()
        if attachment is not None:
            attachment.outbox.close()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(2.0)
        if attachment is not None:
            attachment.cut()
        self._channel.close()
        self._workers.close()
        self._loop.close(self._callers.close_awaited)
        self._callers.close()
        return is_done

    def __enter__(self) -> "Host":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Host({self.source!r}, {sorted(self._tools)!r})"

    # The thread that attaches and reads.

    _reason = ""

    def _serve(self) -> None:
        try:
            pause = 0.0
            while not self._stopping.wait(pause):
                began = time.monotonic()
                broken = self._attach()
                if self._ends_with(broken):
                    return
                pause = 0.05 if time.monotonic() - began > 5 else min(1.0, max(0.05, pause * 2))
        except ToolspanError as error:  # a sidecar that speaks another protocol
            self._failure = error
        except BaseException as error:
            self._failure = ToolspanError(f"The host ended: {error!r}")
            _log.exception("The host ended.")
        finally:
            with self._changed:
                self._accepted = set()
                self._changed.notify_all()

    def _attach(self) -> Broken:
        first = first_frame(self._session, self._specs, self._max_in_flight, self._id)
        try:
            attachment = Attachment(self._channel, self._session, first)
        except ValueError as error:  # the channel was closed meanwhile
            return Broken(grpc.StatusCode.CANCELLED, str(error))
        with self._changed:
            self._attachment = attachment
            if self._is_closing:
                attachment.outbox.close(drop=True)
        broken = attachment.read(self._hear)
        with self._changed:
            self._attachment = None
            lost = self._running
            self._running = {}
            self._accepted = set()
            self._changed.notify_all()
        for each in lost.values():
            each.stop()
        return broken

    def _ends_with(self, broken: Broken) -> bool:
        """Whether the host is at its end; otherwise it attaches again."""
        if self._is_closing or self._stopping.is_set():
            return True
        attachment_was_good = self._was_welcome
        self._was_welcome = False
        reason = readable(broken.details) if trouble(broken) is not Trouble.REFUSED else broken.details
        if trouble(broken) is Trouble.REFUSED:
            if self._session.renew_token():
                return False
            if not self._is_ready or self._id:
                self._failure = RefusedError(broken.details or broken.code.name)
                return True
        elif self._id and (self._is_ready or self._was_drained):
            self._failure = None if self._was_drained else ToolspanError(f"The sidecar was lost: {reason}.")
            return True
        if attachment_was_good and self._was_drained:
            _log.info("The sidecar at %s stops; waiting for the next.", self._session.address)
        elif attachment_was_good or reason != self._reason:
            word = "lost" if attachment_was_good else "not reached"
            _log.warning("The sidecar at %s is %s (%s); trying again.", self._session.address, word, reason)
        self._reason = reason
        self._was_drained = False
        return False

    _was_welcome = False
    _was_drained = False

    def _hear(self, attachment: Attachment, frame: hosts_pb2.AttachResponse) -> None:
        if frame.HasField("ping"):
            attachment.outbox.put(hosts_pb2.AttachRequest(pong=frame.ping))
        if frame.HasField("welcome"):
            self._session.welcome(frame.welcome)
        for number in frame.cancel:
            self._stop(attachment, number)
        for number in frame.timed_out:
            self._stop(attachment, number, is_late=True)
        if frame.accepted or frame.refusals:
            self._answered(frame)
        for each in frame.invocations:
            self._invoke(attachment, each)
        if frame.HasField("drain"):
            self._was_drained = True
            with self._changed:
                attachment.is_draining = True
                self._changed.notify_all()
            self._leave(attachment)

    def _answered(self, frame: hosts_pb2.AttachResponse) -> None:
        for each in frame.refusals:
            _log.warning("The sidecar does not take %s: %s", each.name, each.reason)
        with self._changed:
            self._accepted |= set(frame.accepted)
            self.refused.update({each.name: each.reason for each in frame.refusals})
            for name in frame.accepted:
                self.refused.pop(name, None)
            answered = self._accepted | self.refused.keys()
            if all(each.full_name in answered for each in self._specs) and not self._was_welcome:
                self._was_welcome = True
                if self._is_ready:
                    _log.info("The sidecar at %s is back.", self._session.address)
                self._is_ready = True
                self._reason = ""
                self._changed.notify_all()

    def _leave(self, attachment: Attachment) -> None:
        """Half-closes where the sidecar stops and nothing is under way."""
        with self._changed:
            is_done = attachment.is_draining and not any(key[0] == id(attachment) for key in self._running)
        if is_done:
            attachment.outbox.close()

    def _invoke(self, attachment: Attachment, stated: tools_pb2.StreamCall) -> None:
        key = (id(attachment), stated.number)

        def send(said: hosts_pb2.InvocationOutcome | tools_pb2.StreamProgress) -> None:
            attachment.outbox.put(said)
            if isinstance(said, hosts_pb2.InvocationOutcome):
                with self._changed:
                    self._running.pop(key, None)
                    self._changed.notify_all()
                self._leave(attachment)

        invocation = Invocation(stated, send, self._callers)
        with self._changed:
            takes = not self._is_closing
            if takes:
                self._running[key] = invocation
        if takes:
            self._start(invocation)
        else:
            invocation.end(None)

    def _start(self, invocation: Invocation) -> None:
        tool = self._tools.get(invocation.name)
        if tool is None:
            text = texts.UNKNOWN_TOOL.format(tool=invocation.name)
            invocation.end(raised(Fault("internal", text)))
            return
        limits = self._session.limits
        try:
            if tool.is_async:
                self._loop.submit(lambda: run_async(tool, invocation, limits))
            else:
                self._workers.submit(lambda: run_plain(tool, invocation, limits, self._settle(invocation)))
        except RuntimeError as error:  # no more threads, or a loop that its owner closed
            text = f"{texts.OVERLOADED.format(tool=tool.name)} {error}"
            invocation.end(raised(Fault("overloaded", text, retryable=True)))

    def _settle(self, invocation: Invocation) -> Callable[[Any], Any]:
        return lambda awaitable: self._loop.wait_for(awaitable, invocation.cancel.on_cancel)

    def _stop(self, attachment: Attachment, number: int, is_late: bool = False) -> None:
        with self._changed:
            invocation = self._running.get((id(attachment), number))
        if invocation is not None:
            invocation.stop(is_late)

    def _under_way(self) -> list[Invocation]:
        with self._changed:
            return list(self._running.values())

    def _await_drain(self, attachment: Attachment, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: attachment.is_draining or self._attachment is not attachment, seconds)

    def _await_running(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, max(0.0, seconds))
