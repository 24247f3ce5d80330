"""What makes gRPC survive a fork; imported before gRPC, which looks once.

With its support on, gRPC's threads stand still while a process forks, so that a child can connect anew even while the
parent's other threads are in a call. Blocking calls would stay inside gRPC meanwhile: the transport never makes one. A
thread of ours that enters gRPC while it stands still would do so with a lock that the child then never gets, so threads
of ours pass a gate, which is shut before gRPC comes to rest.
"""

import os
import threading
import time
from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T")

_NAME = "GRPC_ENABLE_FORK_SUPPORT"

os.environ.setdefault(_NAME, "1")


def fork_support_is_off() -> bool:
    """Whether the user told gRPC not to survive a fork: a child's first call would hang."""
    return os.environ.get(_NAME, "").lower() not in ("1", "true", "yes", "on", "t", "y")


# Seconds; a busy machine takes some. Whoever is in gRPC for longer waits in Python for a message, and holds nothing.
_IN_AND_WAITING = 0.2


class Gate:
    """Where threads of ours go into gRPC and come out of it."""

    def __init__(self) -> None:
        self._watches = False
        self._open = threading.Event()
        self._open.set()
        self._entered: dict[int, float] = {}

    def watch_forks(self) -> None:
        """To be called once there is a channel: what is registered after gRPC's own hook runs before it."""
        if not self._watches and not fork_support_is_off():
            self._watches = True
            os.register_at_fork(before=self._shut, after_in_parent=self._open_again, after_in_child=self._renew)

    def __enter__(self) -> None:
        me = threading.get_ident()
        while True:
            self._open.wait()
            self._entered[me] = time.monotonic()
            if self._open.is_set():
                return
            del self._entered[me]

    def __exit__(self, *_: object) -> None:
        self._entered.pop(threading.get_ident(), None)

    def through(self, messages: Iterator[T]) -> Iterator[T]:
        """The same messages, each asked for from inside."""
        ended: Any = object()
        while True:
            with self:
                message = next(messages, ended)
            if message is ended:
                return
            yield message

    def _shut(self) -> None:
        self._open.clear()
        me = threading.get_ident()
        while any(
            time.monotonic() - since < _IN_AND_WAITING for thread, since in list(self._entered.items()) if thread != me
        ):
            time.sleep(0.001)

    def _open_again(self) -> None:
        self._open.set()

    def _renew(self) -> None:
        # the threads that waited here are not in the child, nor what they hold
        self._open = threading.Event()
        self._open.set()
        self._entered = {}


gate = Gate()
