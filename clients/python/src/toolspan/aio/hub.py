"""The hub for asyncio: the same words as `toolspan.Toolspan`, awaited."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from toolspan import batch_steps, call_steps
from toolspan._gen import tools_pb2
from toolspan.aio.transport import AioTransport
from toolspan.batch import Batch
from toolspan.call import Call
from toolspan.cancel import CancelToken
from toolspan.credentials import Tls
from toolspan.errors import CLOSED, CannotReachError, ToolspanError
from toolspan.methods import WATCH
from toolspan.payload import Payload
from toolspan.progress import Progress
from toolspan.reach import list_tools, open_stream, reach, rewatch, skills_prompt
from toolspan.response import ToolResponse
from toolspan.session import Patience, Session, TransportKind
from toolspan.spec import ToolSpec
from toolspan.status import Broken
from toolspan.steps import Steps
from toolspan.translate import Translated, translate_all, translate_one
from toolspan.wire import spec_from_wire

if TYPE_CHECKING:
    from toolspan.host import Tool
    from toolspan.host.host import Host

T = TypeVar("T")


class Toolspan:
    """Calls tools from one event loop. Made by `toolspan.aio.connect`; close it, or use it in an `async with`.

    Cancelling the task that awaits a call cancels the tool. A forked child needs a hub of its own.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hosts: list[Host] = []
        self._transport = AioTransport(session)

    async def _open(self) -> "Toolspan":
        try:
            await self._run(reach(self._session, Patience(self._session.connect_timeout)))
        except BaseException:
            await self.close()
            raise
        if self._transport.max_message_bytes != self._session.limits.max_message_bytes:
            await self._transport.close()
            self._transport = AioTransport(self._session)
        await self._run(open_stream(self._session))
        return self

    async def call(
        self,
        name: str,
        args: Mapping[str, Any] | str | Payload | None = None,
        *,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
        call_id: str | None = None,
        spec_digest: str | None = None,
        invocation_key: str | None = None,
        injected: Mapping[str, Any] | str | Payload | None = None,
    ) -> ToolResponse:
        """Calls a tool; as `toolspan.Toolspan.call`, `timeout` in seconds."""
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        return await self._run(call_steps.call(self._session, asked), cancel)

    async def stream(
        self,
        name: str,
        args: Mapping[str, Any] | str | Payload | None = None,
        *,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
        call_id: str | None = None,
        spec_digest: str | None = None,
        invocation_key: str | None = None,
        injected: Mapping[str, Any] | str | Payload | None = None,
    ) -> AsyncGenerator[Progress | ToolResponse, None]:
        """Yields a call's `Progress` in order and last its `ToolResponse`; as `toolspan.Toolspan.stream`."""
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        program = call_steps.call(self._session, asked, wants_progress=True)
        ended: list[ToolResponse] = []
        async with contextlib.aclosing(self._live().follow(program, ended.append, cancel)) as updates:
            async for progress in updates:
                yield progress
        yield ended[0]

    async def call_all(self, calls: Sequence[Call], parallelism: int | None = None) -> list[ToolResponse]:
        """Calls many tools at once, answers in call order; as `toolspan.Toolspan.call_all`."""
        batch = Batch(calls, parallelism, self._session.limits)
        return await self._run(batch_steps.call_all(self._session, batch))

    async def tools(self) -> list[ToolSpec]:
        """Every tool, ordered by full name."""
        return await self._run(list_tools(self._session))

    async def translate(self, event: str, source: str, target: str) -> str:
        """An event's JSON text in another dialect of Flink Agents; as `toolspan.Toolspan.translate`."""
        return await self._run(translate_one(self._session, event, source, target))

    async def translate_all(self, events: Sequence[str], source: str, target: str) -> list[Translated]:
        """Many events, with what changed; as `toolspan.Toolspan.translate_all`."""
        return await self._run(translate_all(self._session, events, source, target))

    async def skills_prompt(self, *names: str) -> str:
        """The prompt by which a model learns what skills there are; as `toolspan.Toolspan.skills_prompt`."""
        return await self._run(skills_prompt(self._session, names))

    async def watch_tools(self) -> AsyncIterator[list[ToolSpec]]:
        """The list now, and again after every change, until the hub is closed."""
        last: list[ToolSpec] | None = None
        while True:
            broken: Broken | None = None
            async for message in self._live().watch(WATCH, tools_pb2.WatchRequest()):
                if isinstance(message, Broken):
                    broken = message
                    break
                specs = [spec_from_wire(each) for each in message.tools]
                self._session.saw(specs)
                if specs != last:
                    last = specs
                    yield specs
            if self._session.closed or broken is None:
                return
            await self._run(rewatch(self._session, broken))

    def host(
        self,
        tools: "Sequence[Tool[..., Any] | Callable[..., Any]]",
        *,
        source: str | None = None,
        max_in_flight: int = 64,
    ) -> "Hosting":
        """Offers functions as tools, awaited or entered with `async with`; otherwise as `toolspan.Toolspan.host`.

        Async functions run on the event loop that runs now, plain ones in threads.
        """
        self._live()
        return Hosting(self, tools, source, max_in_flight)

    async def close(self) -> None:
        """Ends the connection; calls in flight end as cancelled, hosts drain. Closing twice does nothing."""
        for host in self._hosts:
            await asyncio.to_thread(host.close)
        self._session.closed = True
        if self._transport.pid == os.getpid():
            await self._transport.close()

    async def __aenter__(self) -> "Toolspan":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"toolspan.aio.Toolspan({str(self._session.address)!r})"

    async def _run(self, program: Steps[T], cancel: CancelToken | None = None) -> T:
        return await self._live().run(program, cancel)

    def _live(self) -> AioTransport:
        if self._session.closed:
            raise ToolspanError(CLOSED)
        if self._transport.pid != os.getpid():
            raise CannotReachError(str(self._session.address), "an asyncio hub does not survive a fork: connect anew")
        return self._transport


class Hosting:
    """What `host` gives: await it, or enter it with `async with`."""

    def __init__(
        self,
        hub: Toolspan,
        tools: "Sequence[Tool[..., Any] | Callable[..., Any]]",
        source: str | None,
        max_in_flight: int,
    ) -> None:
        from toolspan.host.host import Host

        session = hub._session.again()
        self._hub = hub
        self._timeout = session.connect_timeout
        loop = asyncio.get_running_loop()
        self._host = Host(tools, session, source=source, max_in_flight=max_in_flight, loop=loop)

    async def _start(self) -> "Host":
        await asyncio.to_thread(self._host.start, self._timeout)
        self._hub._hosts.append(self._host)
        return self._host

    def __await__(self) -> "Generator[Any, None, Host]":
        return self._start().__await__()

    async def __aenter__(self) -> "Host":
        return await self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self._host.close)


class Connecting:
    """What `connect` gives: await it, or enter it with `async with`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hub: Toolspan | None = None

    def __await__(self) -> Generator[Any, None, Toolspan]:
        return Toolspan(self._session)._open().__await__()

    async def __aenter__(self) -> Toolspan:
        self._hub = await self
        return self._hub

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._hub is not None:
            await self._hub.close()


def connect(
    address: str | None = None,
    *,
    token: str | None = None,
    tls: Tls | None = None,
    connect_timeout: float = 5.0,
    transport: TransportKind = "stream",
) -> Connecting:
    """Connects to a sidecar, awaited or entered with `async with`; otherwise as `toolspan.connect`."""
    return Connecting(Session(address, token, tls, connect_timeout, transport))
