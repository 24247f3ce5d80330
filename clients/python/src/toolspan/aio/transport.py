"""Does the steps of a program with asyncio: one channel, one shared stream, one event loop."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any, TypeVar, cast

import grpc
import grpc.aio

from toolspan._gen import tools_pb2
from toolspan.aio.inbox import AioInbox
from toolspan.aio.pump import AioPump
from toolspan.aio.solo import AioSolo
from toolspan.aio.writer import AioWriter
from toolspan.batch import Round
from toolspan.cancel import CancelToken
from toolspan.channel import channel_options
from toolspan.credentials import channel_credentials
from toolspan.desk import Desk
from toolspan.in_flight import InFlight
from toolspan.methods import CALL_ALL, GREET, Method
from toolspan.progress import Progress
from toolspan.session import Session
from toolspan.status import REFUSALS, WRITE_FAILED, Broken, readable
from toolspan.steps import Ask, Enter, Entered, Exchange, Open, Pause, Post, Steps, Trade
from toolspan.ticket import Stopped, Ticket

T = TypeVar("T")

_GREET_WAIT = 1.0  # seconds


class AioTransport:
    """A channel to the sidecar, of the event loop that runs now."""

    def __init__(self, session: Session) -> None:
        self.pid = os.getpid()
        self.max_message_bytes = session.limits.max_message_bytes
        self._session = session
        self._in_flight = InFlight()
        self._loop = asyncio.get_running_loop()
        self._pump: AioPump | None = None
        options = channel_options(session.address, self.max_message_bytes)
        credentials = channel_credentials(session.address, session.tls)
        target = session.address.target
        self._channel = (
            grpc.aio.insecure_channel(target, options)
            if credentials is None
            else grpc.aio.secure_channel(target, credentials, options)
        )

    async def close(self) -> None:
        """Ends what is in flight."""
        await self._channel.close()
        if self._pump is not None:
            await self._pump.closed()

    async def run(self, steps: Steps[T], cancel: CancelToken | None = None) -> T:
        """Runs a program to its end."""
        reply: Any = None
        entered = False
        desk = Desk(self._soon)
        inbox = AioInbox(self._loop)
        try:
            while True:
                step = steps.send(reply)
                if isinstance(step, Post):
                    (settled,) = await self._trade(Trade((step.ticket,)), desk, inbox)
                    reply = settled.outcome
                elif isinstance(step, Trade):
                    reply = await self._trade(step, desk, inbox)
                else:
                    reply = await self._do(step, cancel)
                    entered = entered or reply is Entered.AT_ONCE or reply is Entered.LATER
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            steps.close()
            desk.close()
            if entered:
                self._in_flight.leave()

    async def follow(
        self, steps: Steps[T], end: Callable[[T], object], cancel: CancelToken | None = None
    ) -> AsyncGenerator[Progress, None]:
        """Runs a program to its end, and yields the progress that it hears of; closing it early ends its calls."""
        reply: Any = None
        entered = False
        desk = Desk(self._soon)
        inbox = AioInbox(self._loop)
        try:
            while True:
                step = steps.send(reply)
                if isinstance(step, Post):
                    async for progress in self._post(step, desk, inbox):
                        yield progress
                    reply = step.ticket.outcome
                elif isinstance(step, Trade):
                    reply = await self._trade(step, desk, inbox)
                else:
                    reply = await self._do(step, cancel)
                    entered = entered or reply is Entered.AT_ONCE or reply is Entered.LATER
        except StopIteration as stop:
            end(stop.value)
        finally:
            steps.close()
            desk.close()
            if entered:
                self._in_flight.leave()

    async def _post(self, step: Post, desk: Desk, inbox: AioInbox) -> AsyncGenerator[Progress, None]:
        pump = AioPump(self._channel, self._session, self._as_told) if step.alone else self._shared()
        ticket = step.ticket
        desk.place(pump.stream, (ticket,), inbox.hear if ticket.wants_progress else inbox.put)
        try:
            while True:
                item = await inbox.get(desk.left)
                if item is None:
                    desk.expire()
                elif isinstance(item, Progress):
                    yield item
                else:
                    desk.settled(item)
                    return
        finally:
            if step.alone:
                pump.cancel()

    async def _trade(self, step: Trade, desk: Desk, inbox: AioInbox) -> list[Ticket]:
        small: list[Ticket] = []
        for ticket in step.tickets:
            if ticket.is_larger(self._session.limits.max_stream_arguments_bytes):
                desk.place(AioSolo(self._ask), (ticket,), inbox.put)
            else:
                small.append(ticket)
        if small:
            desk.place(self._shared().stream, small, inbox.put)
        settled: list[Ticket] = []
        item = await inbox.get(desk.left)
        while item is not None or not settled:
            if isinstance(item, Ticket):
                desk.settled(item)
                settled.append(item)
                item = inbox.get_nowait()
            else:
                desk.expire()
                item = await inbox.get(desk.left)
        return settled

    def _shared(self) -> AioPump:
        pump = self._pump
        if pump is None or not pump.stream.takes_calls or pump.stream.is_stuck:
            if pump is not None and pump.stream.takes_calls:
                pump.cancel()
            pump = self._pump = AioPump(self._channel, self._session, self._as_told)
        return pump

    async def _open(self, step: Open) -> None:
        with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._shared().opened.wait(), step.timeout)

    async def _do(self, step: Ask | Enter | Pause | Exchange | Open, cancel: CancelToken | None) -> Any:
        if isinstance(step, Ask):
            return await self._ask(step, cancel)
        if isinstance(step, Enter):
            return await self._enter(step, cancel)
        if isinstance(step, Pause):
            return await self._pause(step, cancel)
        if isinstance(step, Open):
            return await self._open(step)
        return await self._exchange(step.round)

    async def _ask(self, step: Ask, cancel: CancelToken | None) -> Any:
        method = self._channel.unary_unary(step.method.path, _serialize, step.method.answer.FromString)
        try:
            call: Any = method(
                step.request, timeout=step.timeout, metadata=self._session.metadata, wait_for_ready=step.wait
            )
        except grpc.aio.UsageError as error:  # the channel was closed meanwhile
            return Broken(grpc.StatusCode.CANCELLED, str(error))
        withdraw = self._on_cancel(cancel, call.cancel)
        try:
            # the code, unlike the answer, raises CancelledError only where this task itself is cancelled
            code = await call.code()
            if code is grpc.StatusCode.OK:
                return await call
            stopped = cancel is not None and cancel.cancelled
            return Stopped.STOPPED if stopped else Broken(code, await call.details() or "")
        finally:
            withdraw()
            call.cancel()

    async def _as_told(self, broken: Broken) -> Broken:
        """The end of a stream on which not one call went out, in the sidecar's own words where grpc.aio lost them."""
        if broken.details != WRITE_FAILED:
            return broken
        question = tools_pb2.GreetRequest(hello=self._session.hello)
        answer = await self._ask(Ask(GREET, question, min(self._session.connect_timeout, _GREET_WAIT)), None)
        if isinstance(answer, Broken) and (answer.code is grpc.StatusCode.UNAVAILABLE or answer.code in REFUSALS):
            return Broken(answer.code, answer.details, wrote=False)
        return Broken(grpc.StatusCode.UNAVAILABLE, readable(broken.details), wrote=False)

    async def _enter(self, step: Enter, cancel: CancelToken | None) -> Entered | Stopped:
        woken = asyncio.Event()

        def wake() -> None:
            self._soon(woken.set)

        if self._in_flight.enter(self._session.limits.max_in_flight, wake):
            return Entered.AT_ONCE
        given = False
        withdraw = self._on_cancel(cancel, woken.set)
        try:
            await asyncio.wait_for(woken.wait(), max(0.0, step.timeout))
            given = cancel is None or not cancel.cancelled
        except (asyncio.TimeoutError, TimeoutError):
            return Entered.NEVER
        finally:
            withdraw()
            if not given:
                self._in_flight.withdraw(wake)
        return Entered.LATER if given else Stopped.STOPPED

    async def _pause(self, step: Pause, cancel: CancelToken | None) -> Stopped | None:
        woken = asyncio.Event()
        withdraw = self._on_cancel(cancel, woken.set)
        try:
            await asyncio.wait_for(woken.wait(), step.seconds)
        except (asyncio.TimeoutError, TimeoutError):
            return None
        finally:
            withdraw()
        return Stopped.STOPPED

    async def _exchange(self, streamed: Round) -> Broken:
        outgoing: asyncio.Queue[tools_pb2.CallAllRequest | None] = asyncio.Queue()
        for frame in streamed.frames():
            outgoing.put_nowait(frame)

        def put(frame: tools_pb2.CallAllRequest | None) -> None:
            self._soon(lambda: outgoing.put_nowait(frame))

        method = self._channel.stream_stream(CALL_ALL.path, _serialize, CALL_ALL.answer.FromString)
        try:
            call: Any = method(metadata=self._session.metadata)
        except grpc.aio.UsageError as error:
            return Broken(grpc.StatusCode.CANCELLED, str(error))
        writer = AioWriter(call, outgoing)
        writing = asyncio.ensure_future(writer.run())
        try:
            streamed.open(put, lambda: put(None))
            while (message := await call.read()) is not grpc.aio.EOF:
                streamed.receive(message)
            return Broken(await call.code(), await call.details() or "the batch ended early", writer.wrote)
        except grpc.aio.AioRpcError as error:
            broken = Broken(error.code(), error.details() or "", writer.wrote)
            return broken if writer.wrote else await self._as_told(broken)
        finally:
            streamed.close()
            writing.cancel()
            call.cancel()

    async def watch(self, method: Method, request: Any) -> AsyncIterator[Any]:
        """The messages of a server's stream; the last one is a `Broken`."""
        opened = self._channel.unary_stream(method.path, _serialize, method.answer.FromString)
        try:
            call: Any = opened(request, metadata=self._session.metadata)
        except grpc.aio.UsageError as error:
            yield Broken(grpc.StatusCode.CANCELLED, str(error))
            return
        try:
            while (message := await call.read()) is not grpc.aio.EOF:
                yield message
            yield Broken(await call.code(), await call.details() or "the list ended early")
        except grpc.aio.AioRpcError as error:
            yield Broken(error.code(), error.details() or "")
        finally:
            call.cancel()

    def _soon(self, work: Callable[[], object]) -> None:
        """From any thread; a loop that is closed has nobody waiting."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _on_cancel(self, cancel: CancelToken | None, work: Callable[[], object]) -> Callable[[], None]:
        return (lambda: None) if cancel is None else cancel.on_cancel(lambda: self._soon(work))


def _serialize(message: Any) -> bytes:
    return cast(bytes, message.SerializeToString())
