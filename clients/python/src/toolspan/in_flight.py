"""Places for calls in flight: no more than the sidecar announced, the rest wait in order (C8.5)."""

import threading
from collections import deque
from collections.abc import Callable


class InFlight:
    """Counts calls; knows nothing of how the waiting wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._waiting: deque[Callable[[], object]] = deque()

    def enter(self, limit: int, wake: Callable[[], object]) -> bool:
        """Whether there is a place; if not, `wake` is called when one was given to it."""
        with self._lock:
            if self._running < limit and not self._waiting:
                self._running += 1
                return True
            self._waiting.append(wake)
            return False

    def leave(self) -> None:
        """Gives the place to who waited longest."""
        with self._lock:
            wake = self._waiting.popleft() if self._waiting else None
            if wake is None:
                self._running -= 1
        if wake is not None:
            wake()

    def withdraw(self, wake: Callable[[], object]) -> None:
        """Stops waiting; a place that was given meanwhile is given on."""
        with self._lock:
            waiting = wake in self._waiting
            if waiting:
                self._waiting.remove(wake)
        if not waiting:
            self.leave()
