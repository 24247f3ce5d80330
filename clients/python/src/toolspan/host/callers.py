"""The connections over which tools call tools: ordinary ones, made when the first tool does (C3.8)."""

import asyncio
import threading
from typing import TYPE_CHECKING

from toolspan.session import Session

if TYPE_CHECKING:
    from toolspan.aio.hub import Toolspan as AioToolspan
    from toolspan.hub import Toolspan


class Callers:
    """One hub for plain functions and one for async ones."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._plain: Toolspan | None = None
        self._awaited: asyncio.Task[AioToolspan] | None = None

    def plain(self) -> "Toolspan":
        """The hub of threads."""
        from toolspan.hub import Toolspan

        with self._lock:
            if self._plain is None:
                self._plain = Toolspan(self._session.again())
            return self._plain

    async def awaited(self) -> "AioToolspan":
        """The hub of the event loop; whoever is cancelled while it is made leaves it to the others."""
        opening = self._awaited
        if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
            self._awaited = opening = asyncio.get_running_loop().create_task(self._open())
        return await asyncio.shield(opening)

    async def _open(self) -> "AioToolspan":
        from toolspan.aio.hub import Connecting

        return await Connecting(self._session.again())

    async def close_awaited(self) -> None:
        """On the event loop."""
        opened = self._awaited
        if opened is not None and opened.done() and not opened.cancelled() and opened.exception() is None:
            await opened.result().close()

    def close(self) -> None:
        """From any thread."""
        with self._lock:
            if self._plain is not None:
                self._plain.close()
