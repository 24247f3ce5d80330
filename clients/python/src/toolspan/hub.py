"""The hub: one connection to a sidecar, shared by every thread that calls tools."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from toolspan import batch_steps, call_steps
from toolspan._gen import tools_pb2
from toolspan.batch import Batch
from toolspan.call import Call
from toolspan.cancel import CancelToken
from toolspan.credentials import Tls
from toolspan.errors import CLOSED, CannotReachError, ToolspanError
from toolspan.fork import fork_support_is_off
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
from toolspan.transport import Transport
from toolspan.wire import spec_from_wire

if TYPE_CHECKING:
    from toolspan.host import Tool
    from toolspan.host.host import Host

T = TypeVar("T")

# gRPC objects of a parent process must never be destroyed in a child: they belong to threads that are not there.
_inherited: list[Transport] = []


class Toolspan:
    """Calls tools. Made by `connect`; close it, or use it in a `with`.

    Safe to share between threads, and to use in a forked child, which connects anew.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hosts: list[Host] = []
        self._transport = Transport(session)
        try:
            self._run(reach(session, Patience(session.connect_timeout)))
        except BaseException:
            self.close()
            raise
        if self._transport.max_message_bytes != session.limits.max_message_bytes:
            self._transport.close()
            self._transport = Transport(session)
        self._run(open_stream(session))

    def call(
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
        """Calls a tool and waits for its answer; `Call` says what the arguments are, `timeout` is in seconds.

        A tool that failed, in whatever way, is an answer whose `success` is False.

        Raises:
            CannotReachError: no sidecar answered, so the call did not run.
            RefusedError: the sidecar does not take calls from here.

        """
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        return self._run(call_steps.call(self._session, asked), cancel)

    def stream(
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
    ) -> Iterator[Progress | ToolResponse]:
        """Calls a tool as `call` does, and yields its `Progress` in order and last its `ToolResponse`.

        The call is made at the first `next`; leaving the loop early cancels it. Of updates that nobody reads only the
        newest 1024 are kept.
        """
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        yield (yield from self._live().follow(call_steps.call(self._session, asked, wants_progress=True), cancel))

    def call_all(self, calls: Sequence[Call], parallelism: int | None = None) -> list[ToolResponse]:
        """Calls many tools at once and waits for all; answer i belongs to call i, each as `call` gives it.

        Args:
            calls: the calls; equal names and ids stay separate.
            parallelism: the most that run at once; None or 0 means the sidecar's choice, 1 one after the other.

        Raises:
            CannotReachError: no sidecar answered, so none of the calls ran.
            RefusedError: the sidecar does not take calls from here.

        """
        return self._run(batch_steps.call_all(self._session, Batch(calls, parallelism, self._session.limits)))

    def tools(self) -> list[ToolSpec]:
        """Every tool, ordered by full name. Raises as `call` does."""
        return self._run(list_tools(self._session))

    def translate(self, event: str, source: str, target: str) -> str:
        """An event's JSON text in another dialect of Flink Agents.

        Args:
            event: its JSON text.
            source: its dialect, such as "flink-agents-0.3/java", "flink-agents-typed/python" or "canonical".
            target: the dialect to write.

        Raises:
            CannotCrossError: it holds what the target has no form for, which the message names.
            RefusedError: there is no such dialect, or the sidecar takes no questions from here.
            CannotReachError: no sidecar answered.

        """
        return self._run(translate_one(self._session, event, source, target))

    def translate_all(self, events: Sequence[str], source: str, target: str) -> list[Translated]:
        """Many events, with what changed; answer i is that of event i, and one that cannot cross says so."""
        return self._run(translate_all(self._session, events, source, target))

    def skills_prompt(self, *names: str) -> str:
        """The prompt by which a model learns what skills there are, of the named ones in this order or of all.

        Empty where the sidecar has none.

        Raises:
            CannotReachError: no sidecar answered.
            RefusedError: there is no skill of that name.

        """
        return self._run(skills_prompt(self._session, names))

    def watch_tools(self) -> Iterator[list[ToolSpec]]:
        """The list now, and again after every change, until the hub is closed. Raises as `call` does."""
        last: list[ToolSpec] | None = None
        while True:
            broken: Broken | None = None
            for message in self._live().watch(WATCH, tools_pb2.WatchRequest()):
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
            self._run(rewatch(self._session, broken))

    def host(
        self,
        tools: "Sequence[Tool[..., Any] | Callable[..., Any]]",
        *,
        source: str | None = None,
        max_in_flight: int = 64,
    ) -> "Host":
        """Offers functions of this process as tools, until the host, or this hub, is closed.

        Args:
            tools: what `@toolspan.tool` made, or plain functions.
            source: who offers them, the part of their full names before the dot; else the name of their file.
            max_in_flight: the most calls that run at once; more wait in the sidecar.

        Raises:
            CannotReachError: no sidecar answered.
            RefusedError: the sidecar takes no hosts from here, or none of the tools.

        """
        from toolspan.host.host import Host

        self._live()
        host = Host(tools, self._session.again(), source=source, max_in_flight=max_in_flight)
        self._hosts.append(host.start(self._session.connect_timeout))
        return host

    def close(self) -> None:
        """Ends the connection; calls in flight end as cancelled, hosts drain. Closing twice does nothing."""
        for host in self._hosts:
            host.close()
        self._session.closed = True
        if self._transport.pid == os.getpid():
            self._transport.close()

    def __enter__(self) -> "Toolspan":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Toolspan({str(self._session.address)!r})"

    def _run(self, program: Steps[T], cancel: CancelToken | None = None) -> T:
        return self._live().run(program, cancel)

    def _live(self) -> Transport:
        """The transport of this process."""
        if self._session.closed:
            raise ToolspanError(CLOSED)
        transport = self._transport
        if transport.pid != os.getpid():
            if fork_support_is_off():
                reason = "GRPC_ENABLE_FORK_SUPPORT is off, so gRPC cannot connect in a forked process"
                raise CannotReachError(str(self._session.address), reason)
            _inherited.append(transport)
            self._transport = transport = Transport(self._session)
        return transport


def connect(
    address: str | None = None,
    *,
    token: str | None = None,
    tls: Tls | None = None,
    connect_timeout: float = 5.0,
    transport: TransportKind = "stream",
) -> Toolspan:
    """Connects to a sidecar.

    Args:
        address: `unix:/path/to.sock`, `unix:///path/to.sock`, `host:port` or `[::1]:port`; None means
            `$TOOLSPAN_ADDRESS`, else the user's own default socket.
        token: None means `$TOOLSPAN_TOKEN`, else, over TCP, what a sidecar of the same user left.
        tls: PEM files; None means `$TOOLSPAN_TLS_CA`, `$TOOLSPAN_TLS_CERT` and `$TOOLSPAN_TLS_KEY`.
        connect_timeout: seconds to wait for a sidecar, now and whenever the connection is lost.
        transport: `stream` carries all calls over one stream; `unary` makes each a question of its own, for tests and
            for comparing.

    Raises:
        ToolspanError: the address, token or a TLS file cannot be used.
        CannotReachError: no sidecar answered in time.
        RefusedError: the token is wrong, or the two speak different protocols.

    """
    return Toolspan(Session(address, token, tls, connect_timeout, transport))
