"""The event loop that async functions run on: a thread of its own, or the loop of who hosts them."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

_log = logging.getLogger("toolspan.host")


class EventLoop:
    """One loop; a thread for it starts with the first async function."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop
        self._is_own = loop is None
        self._lock = threading.Lock()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thread: threading.Thread | None = None

    def submit(self, make: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Starts a task from any thread; RuntimeError where the loop is closed."""
        loop = self._running()

        def start() -> None:
            task = loop.create_task(make())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        loop.call_soon_threadsafe(start)

    def wait_for(
        self, awaitable: Awaitable[Any], on_cancel: Callable[[Callable[[], object]], Callable[[], None]]
    ) -> Any:
        """The result of an awaitable, from a thread that is not the loop's; cancelled where `on_cancel` says."""

        async def whole() -> Any:
            return await awaitable

        future = asyncio.run_coroutine_threadsafe(whole(), self._running())
        withdraw = on_cancel(future.cancel)
        try:
            return future.result()
        finally:
            withdraw()

    def close(self, last: Callable[[], Coroutine[Any, Any, Any]] | None = None, timeout: float = 2.0) -> None:
        """Ends the loop if it is our own; `last` runs before, and tasks that are left are cancelled."""
        with self._lock:
            loop, thread, self._closed = self._loop, self._thread, True
        if loop is None or loop.is_closed():
            return

        async def end() -> None:
            for task in list(self._tasks):
                task.cancel()
            if last is not None:
                await last()

        if not self._is_own:
            if last is not None:
                loop.call_soon_threadsafe(lambda: loop.create_task(last()))
            return
        try:
            asyncio.run_coroutine_threadsafe(end(), loop).result(timeout)
        except Exception as error:  # a loop that a tool blocks; its thread is a daemon
            _log.debug("The event loop did not end in time: %r", error)
        loop.call_soon_threadsafe(loop.stop)
        if thread is not None:
            thread.join(timeout)
        if not loop.is_running():
            loop.close()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise RuntimeError("the event loop is closed")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._serve, args=(self._loop,), name="toolspan-loop", daemon=True
                )
                self._thread.start()
            return self._loop

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        while not self._closed:
            try:
                loop.run_forever()
            except BaseException as error:  # a task that a tool started raised SystemExit or KeyboardInterrupt
                _log.warning("A task of a tool raised %s.", type(error).__name__)
