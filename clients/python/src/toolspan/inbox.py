"""Where a thread waits for what comes back of its calls."""

import queue

from toolspan.progress import Progress
from toolspan.ticket import Ticket

# Updates that nobody has read yet, beyond which the oldest are dropped: whoever does not read harms only himself.
MOST_UNREAD = 1024


class Inbox:
    """Tickets that ended, and progress, in the order of arrival; `put` from any thread."""

    def __init__(self) -> None:
        self._arrived: queue.SimpleQueue[Ticket | Progress] = queue.SimpleQueue()
        self.put = self._arrived.put

    def hear(self, item: Ticket | Progress) -> None:
        """`put` for a call whose progress somebody may read slowly."""
        if isinstance(item, Progress) and self._arrived.qsize() >= MOST_UNREAD:
            oldest = self.get_nowait()
            if isinstance(oldest, Ticket):
                self.put(oldest)
        self.put(item)

    def get(self, timeout: float) -> Ticket | Progress | None:
        """The next, or None where none came in time."""
        try:
            return self._arrived.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None

    def get_nowait(self) -> Ticket | Progress | None:
        """The next, or None where there is none."""
        try:
            return self._arrived.get_nowait()
        except queue.Empty:
            return None
