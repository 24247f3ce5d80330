"""Sidecars on a Unix socket and on loopback TCP."""

import asyncio
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sidecar import Sidecar

import toolspan


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A short folder of its own: socket paths have at most 107 bytes."""
    name = tempfile.mkdtemp(prefix="tsp-")
    monkeypatch.setenv("XDG_RUNTIME_DIR", name)
    for variable in ("TOOLSPAN_ADDRESS", "TOOLSPAN_TOKEN", "TOOLSPAN_TLS_CA", "TOOLSPAN_TLS_CERT", "TOOLSPAN_TLS_KEY"):
        monkeypatch.delenv(variable, raising=False)
    yield name
    shutil.rmtree(name)


@pytest.fixture
def serve(folder: str) -> Iterator[Callable[..., Sidecar]]:
    """Starts sidecars, on the folder's socket unless told otherwise, and stops them."""
    started: list[Sidecar] = []

    def start(address: str = f"unix:{folder}/s.sock", token: str | None = None) -> Sidecar:
        sidecar = Sidecar(address, token).start()
        started.append(sidecar)
        return sidecar

    yield start
    for sidecar in started:
        sidecar.stop()


@pytest.fixture
def sidecar(serve: Callable[..., Sidecar]) -> Sidecar:
    return serve()


@pytest.fixture
def hub(sidecar: Sidecar) -> Iterator[toolspan.Toolspan]:
    with toolspan.connect(sidecar.address) as opened:
        yield opened


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Blocking:
    """An asyncio hub with the words of the other one, so that both run the same rows."""

    def __init__(self, address: str, **options: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._hub = self._wait(self._open(address, options))
        except BaseException:
            self._end()
            raise

    async def _open(self, address: str, options: Any) -> toolspan.aio.Toolspan:
        return await toolspan.aio.connect(address, **options)

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __getattr__(self, word: str) -> Any:
        return lambda *args, **options: self._wait(getattr(self._hub, word)(*args, **options))

    def watch_tools(self) -> Iterator[list[toolspan.ToolSpec]]:
        lists = self._hub.watch_tools()
        try:
            while (specs := self._wait(anext(lists, None))) is not None:
                yield specs
        finally:
            self._wait(lists.aclose())

    def stream(self, *args: Any, **options: Any) -> Iterator[Any]:
        items = self._hub.stream(*args, **options)
        try:
            while (item := self._wait(anext(items, None))) is not None:
                yield item
        finally:
            self._wait(items.aclose())

    def close(self) -> None:
        self._wait(self._hub.close())
        self._end()


class Opener:
    """Connects one kind of hub over one transport."""

    def __init__(self, kind: str, transport: str) -> None:
        self.is_unary = transport == "unary"
        self.hubs: list[Any] = []
        self._kind = kind
        self._transport = transport

    def __call__(self, address: str, **options: Any) -> Any:
        made: Any = toolspan.connect if self._kind == "threads" else Blocking
        hub = made(address, **{"transport": self._transport, **options})
        self.hubs.append(hub)
        return hub


@pytest.fixture(params=["threads", "asyncio", "threads-unary", "asyncio-unary"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Connects either kind of hub over either transport, and closes it."""
    kind, _, transport = request.param.partition("-")
    opener = Opener(kind, transport or "stream")
    yield opener
    for hub in opener.hubs:
        hub.close()


@pytest.fixture(params=["threads", "asyncio"])
def streamed(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Connects either kind of hub over the stream, and closes it."""
    opener = Opener(request.param, "stream")
    yield opener
    for hub in opener.hubs:
        hub.close()
