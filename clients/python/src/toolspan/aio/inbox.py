"""Where a task waits for what comes back of its calls."""

import asyncio
from collections import deque

from toolspan.inbox import MOST_UNREAD
from toolspan.progress import Progress
from toolspan.ticket import Ticket


class AioInbox:
    """Tickets that ended, and progress, in the order of arrival; for one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._arrived: deque[Ticket | Progress] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def put(self, item: Ticket | Progress) -> None:
        """From within the loop."""
        self._arrived.append(item)
        self._wake()

    def hear(self, item: Ticket | Progress) -> None:
        """`put` for a call whose progress somebody may read slowly."""
        if isinstance(item, Progress) and len(self._arrived) >= MOST_UNREAD:
            self._arrived.popleft()
        self.put(item)

    async def get(self, timeout: float) -> Ticket | Progress | None:
        """The next, or None where none came in time."""
        if not self._arrived:
            self._waiter = self._loop.create_future()
            timer = self._loop.call_later(timeout, self._wake)
            try:
                await self._waiter
            finally:
                timer.cancel()
                self._waiter = None
        return self.get_nowait()

    def get_nowait(self) -> Ticket | Progress | None:
        """The next, or None where there is none."""
        return self._arrived.popleft() if self._arrived else None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
