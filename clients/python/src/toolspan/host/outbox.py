"""What a host has to say, in frames that carry whatever is queued when the stream is ready for one."""

import threading
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from toolspan._gen import hosts_pb2, tools_pb2

Said: TypeAlias = hosts_pb2.AttachRequest | hosts_pb2.InvocationOutcome | tools_pb2.StreamProgress

_FRAME_BYTES = 1048576
_MOST_PROGRESS = 10_000


class Outbox:
    """The requests of one stream: gRPC takes the next frame when it has written the one before."""

    def __init__(self, first: hosts_pb2.AttachRequest) -> None:
        self._ready = threading.Condition()
        self._queued: deque[Said] = deque([first])
        self._progress = 0
        self._closed = False

    def put(self, said: Said) -> None:
        """Queues; updates of progress beyond what a stalled stream can hold are left out."""
        with self._ready:
            if self._closed:
                return
            if isinstance(said, tools_pb2.StreamProgress):
                if self._progress >= _MOST_PROGRESS:
                    return
                self._progress += 1
            self._queued.append(said)
            self._ready.notify()

    def close(self, drop: bool = False) -> None:
        """Half-closes after what is queued, or at once."""
        with self._ready:
            self._closed = True
            if drop:
                self._queued.clear()
            self._ready.notify()

    def __iter__(self) -> Iterator[hosts_pb2.AttachRequest]:
        return self

    def __next__(self) -> hosts_pb2.AttachRequest:
        with self._ready:
            while not self._queued and not self._closed:
                self._ready.wait()
            if not self._queued:
                raise StopIteration
            frame = hosts_pb2.AttachRequest()
            size = 0
            while self._queued:
                size += self._queued[0].ByteSize()
                if size > _FRAME_BYTES and frame.ByteSize() > 0:
                    break
                self._add(frame, self._queued.popleft())
            return frame

    def _add(self, frame: hosts_pb2.AttachRequest, said: Said) -> None:
        if isinstance(said, hosts_pb2.InvocationOutcome):
            frame.outcomes.append(said)
        elif isinstance(said, tools_pb2.StreamProgress):
            self._progress -= 1
            frame.progress.append(said)
        else:
            frame.MergeFrom(said)
