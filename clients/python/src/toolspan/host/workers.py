"""Threads for plain functions: as many as run at once, so that none waits for another (C3.8)."""

import queue
import threading
from collections.abc import Callable


class Workers:
    """Threads that are kept for the next work; the sidecar sees to it that they are not too many."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._idle = 0
        self._closed = False

    def submit(self, work: Callable[[], object]) -> None:
        """Runs work that raises nothing; RuntimeError where the system has no more threads."""
        with self._lock:
            is_taken = self._idle > 0
            if is_taken:
                self._idle -= 1
        if is_taken:
            self._waiting.put(work)
        else:
            threading.Thread(target=self._run, args=(work,), name=self._name, daemon=True).start()

    def close(self) -> None:
        """Idle threads end now, the others after their work."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, 0
        for _ in range(idle):
            self._waiting.put(None)

    def _run(self, work: Callable[[], object] | None) -> None:
        while work is not None:
            work()
            work = None
            with self._lock:
                if self._closed:
                    return
                self._idle += 1
            work = self._waiting.get()
