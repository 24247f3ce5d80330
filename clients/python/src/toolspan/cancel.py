"""A way to end a call from elsewhere."""

import threading
from collections.abc import Callable


class CancelToken:
    """Ends the calls that it was given to: each ends at once with a failure of kind `cancelled`.

    Safe from any thread; one token may serve many calls. Cancelling twice, or after the end, does nothing.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._callbacks: dict[int, Callable[[], object]] = {}
        self._next = 0

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Ends the calls that hold this token now, and any that are given it later."""
        with self._lock:
            self._cancelled = True
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            callback()

    def on_cancel(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Calls `callback` once when cancelled, at once if that is already so; hands back what withdraws it."""
        with self._lock:
            cancelled = self._cancelled
            number = self._next
            self._next += 1
            if not cancelled:
                self._callbacks[number] = callback
        if cancelled:
            callback()

        def withdraw() -> None:
            with self._lock:
                self._callbacks.pop(number, None)

        return withdraw
