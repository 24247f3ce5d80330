"""Does the steps of a program with threads: one channel, one shared stream, one process."""

import os
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar, cast

import grpc

from toolspan._gen import tools_pb2
from toolspan.batch import Round
from toolspan.cancel import CancelToken
from toolspan.channel import channel_options
from toolspan.credentials import channel_credentials
from toolspan.desk import Desk
from toolspan.fork import gate
from toolspan.in_flight import InFlight
from toolspan.inbox import Inbox
from toolspan.methods import CALL, CALL_ALL, Method
from toolspan.progress import Progress
from toolspan.pump import Pump
from toolspan.session import Session
from toolspan.solo import Solo
from toolspan.status import Broken
from toolspan.steps import Ask, Enter, Entered, Exchange, Open, Pause, Post, Steps, Trade
from toolspan.ticket import Outcome, Stopped, Ticket

T = TypeVar("T")


class Transport:
    """A channel to the sidecar; a child process makes one of its own."""

    def __init__(self, session: Session) -> None:
        self.pid = os.getpid()
        self.max_message_bytes = session.limits.max_message_bytes
        self._session = session
        self._in_flight = InFlight()
        options = channel_options(session.address, self.max_message_bytes)
        credentials = channel_credentials(session.address, session.tls)
        target = session.address.target
        self._channel: Any = (
            grpc.insecure_channel(target, options)
            if credentials is None
            else grpc.secure_channel(target, credentials, options)
        )
        gate.watch_forks()
        self._unary: dict[str, Any] = {}
        self._pumping = threading.Lock()
        self._pump: Pump | None = None

    def close(self) -> None:
        """Ends what is in flight."""
        self._channel.close()
        if self._pump is not None:
            self._pump.closed()

    def run(self, steps: Steps[T], cancel: CancelToken | None = None) -> T:
        """Runs a program to its end."""
        reply: Any = None
        entered = False
        desk = Desk(_at_once)
        inbox = Inbox()
        try:
            while True:
                step = steps.send(reply)
                if isinstance(step, Post):
                    (settled,) = self._trade(Trade((step.ticket,)), desk, inbox)
                    reply = settled.outcome
                elif isinstance(step, Trade):
                    reply = self._trade(step, desk, inbox)
                else:
                    reply = self._do(step, cancel)
                    entered = entered or reply is Entered.AT_ONCE or reply is Entered.LATER
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            steps.close()
            desk.close()
            if entered:
                self._in_flight.leave()

    def follow(self, steps: Steps[T], cancel: CancelToken | None = None) -> Generator[Progress, None, T]:
        """Runs a program to its end, and yields the progress that it hears of; closing it early ends its calls."""
        reply: Any = None
        entered = False
        desk = Desk(_at_once)
        inbox = Inbox()
        try:
            while True:
                step = steps.send(reply)
                if isinstance(step, Post):
                    reply = yield from self._post(step, desk, inbox)
                elif isinstance(step, Trade):
                    reply = self._trade(step, desk, inbox)
                else:
                    reply = self._do(step, cancel)
                    entered = entered or reply is Entered.AT_ONCE or reply is Entered.LATER
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            steps.close()
            desk.close()
            if entered:
                self._in_flight.leave()

    def _post(self, step: Post, desk: Desk, inbox: Inbox) -> Generator[Progress, None, Outcome | None]:
        pump = Pump(self._channel, self._session) if step.alone else self._shared()
        ticket = step.ticket
        desk.place(pump.stream, (ticket,), inbox.hear if ticket.wants_progress else inbox.put)
        try:
            while True:
                item = inbox.get(desk.left)
                if item is None:
                    desk.expire()
                elif isinstance(item, Progress):
                    yield item
                else:
                    desk.settled(item)
                    return item.outcome
        finally:
            if step.alone:
                pump.cancel()

    def _trade(self, step: Trade, desk: Desk, inbox: Inbox) -> list[Ticket]:
        small: list[Ticket] = []
        for ticket in step.tickets:
            if not ticket.is_larger(self._session.limits.max_stream_arguments_bytes):
                small.append(ticket)
            else:
                desk.place(Solo(self._method(CALL), self._session), (ticket,), inbox.put)
        if small:
            desk.place(self._shared().stream, small, inbox.put)
        settled: list[Ticket] = []
        item = inbox.get(desk.left)
        while item is not None or not settled:
            if isinstance(item, Ticket):
                desk.settled(item)
                settled.append(item)
                item = inbox.get_nowait()
            else:
                desk.expire()
                item = inbox.get(desk.left)
        return settled

    def _shared(self) -> Pump:
        with self._pumping:
            pump = self._pump
            if pump is None or not pump.stream.takes_calls or pump.stream.is_stuck:
                if pump is not None and pump.stream.takes_calls:
                    pump.cancel()
                pump = self._pump = Pump(self._channel, self._session)
            return pump

    def _do(self, step: Ask | Enter | Pause | Exchange | Open, cancel: CancelToken | None) -> Any:
        if isinstance(step, Ask):
            return self._ask(step, cancel)
        if isinstance(step, Enter):
            return self._enter(step, cancel)
        if isinstance(step, Pause):
            return self._pause(step, cancel)
        if isinstance(step, Open):
            return self._shared().opened.wait(step.timeout)
        return self._exchange(step.round)

    def _ask(self, step: Ask, cancel: CancelToken | None) -> Any:
        how = {"timeout": step.timeout, "metadata": self._session.metadata, "wait_for_ready": step.wait}
        try:
            with gate:
                future = self._method(step.method).future(step.request, **how)
        except ValueError as error:  # the channel was closed meanwhile
            return Broken(grpc.StatusCode.CANCELLED, str(error))
        withdraw = _on_cancel(cancel, future.cancel)
        try:
            code = future.code()
            if code is grpc.StatusCode.OK:
                return future.result()
            stopped = cancel is not None and cancel.cancelled
            return Stopped.STOPPED if stopped else Broken(code, future.details() or "")
        finally:
            withdraw()
            future.cancel()

    def _enter(self, step: Enter, cancel: CancelToken | None) -> Entered | Stopped:
        woken = threading.Event()

        def wake() -> None:
            woken.set()

        if self._in_flight.enter(self._session.limits.max_in_flight, wake):
            return Entered.AT_ONCE
        given = False
        withdraw = _on_cancel(cancel, woken.set)
        try:
            given = woken.wait(max(0.0, step.timeout)) and (cancel is None or not cancel.cancelled)
        finally:
            withdraw()
            if not given:
                self._in_flight.withdraw(wake)
        if given:
            return Entered.LATER
        return Stopped.STOPPED if cancel is not None and cancel.cancelled else Entered.NEVER

    def _pause(self, step: Pause, cancel: CancelToken | None) -> Stopped | None:
        woken = threading.Event()
        withdraw = _on_cancel(cancel, woken.set)
        try:
            return Stopped.STOPPED if woken.wait(step.seconds) else None
        finally:
            withdraw()

    def _exchange(self, streamed: Round) -> Broken:
        outgoing: queue.SimpleQueue[tools_pb2.CallAllRequest | None] = queue.SimpleQueue()
        for frame in streamed.frames():
            outgoing.put(frame)
        try:
            method = self._channel.stream_stream(CALL_ALL.path, _serialize, CALL_ALL.answer.FromString)
            responses: Any = method(iter(outgoing.get, None), metadata=self._session.metadata)
        except ValueError as error:
            return Broken(grpc.StatusCode.CANCELLED, str(error))
        try:
            streamed.open(outgoing.put, lambda: outgoing.put(None))
            for message in gate.through(responses):
                streamed.receive(message)
            return Broken(grpc.StatusCode.OK, "the batch ended early")
        except grpc.RpcError as error:
            return _broken(error)
        finally:
            streamed.close()
            outgoing.put(None)
            responses.cancel()

    def watch(self, method: Method, request: Any) -> Iterator[Any]:
        """The messages of a server's stream; the last one may be a `Broken`."""
        try:
            opened = self._channel.unary_stream(method.path, _serialize, method.answer.FromString)
            responses: Any = opened(request, metadata=self._session.metadata)
        except ValueError as error:
            yield Broken(grpc.StatusCode.CANCELLED, str(error))
            return
        try:
            yield from gate.through(responses)
            yield Broken(grpc.StatusCode.OK, "the list ended early")
        except grpc.RpcError as error:
            yield _broken(error)
        finally:
            responses.cancel()

    def _method(self, method: Method) -> Any:
        found = self._unary.get(method.path)
        if found is None:
            found = self._channel.unary_unary(method.path, _serialize, method.answer.FromString)
            self._unary[method.path] = found
        return found


def _on_cancel(cancel: CancelToken | None, work: Callable[[], object]) -> Callable[[], None]:
    return (lambda: None) if cancel is None else cancel.on_cancel(work)


def _at_once(work: Callable[[], object]) -> None:
    work()


def _serialize(message: Any) -> bytes:
    return cast(bytes, message.SerializeToString())


def _broken(error: Any) -> Broken:
    return Broken(error.code(), error.details() or "")
