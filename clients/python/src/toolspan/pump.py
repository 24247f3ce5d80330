"""Moves the frames of one stream with two threads: gRPC's own draws what is queued, ours reads."""

import threading
from collections.abc import Iterator
from typing import Any

import grpc

from toolspan._gen import tools_pb2
from toolspan.errors import RefusedError
from toolspan.fork import gate
from toolspan.methods import STREAM
from toolspan.session import Session
from toolspan.status import Broken, refused
from toolspan.stream import Stream


class Pump:
    """One stream of a channel, open as soon as it is made.

    Attributes:
        opened: set once the sidecar said welcome, or the stream ended.

    """

    def __init__(self, channel: Any, session: Session) -> None:
        self.opened = threading.Event()
        self._call: Any = None
        self._reader: threading.Thread | None = None
        self._woken = threading.Lock()  # held while there is nothing to write
        self._woken.acquire()
        self.stream = Stream(session, self._woken.release, self.opened.set)
        try:
            with gate:
                self._call = channel.stream_stream(STREAM.path)(self._frames(), metadata=session.metadata)
        except ValueError as error:  # the channel was closed meanwhile
            self.stream.end(Broken(grpc.StatusCode.CANCELLED, str(error)))
            return
        self._reader = threading.Thread(target=self._read, name="toolspan-stream", daemon=True)
        self._reader.start()

    def cancel(self) -> None:
        """Ends the stream from this side."""
        if self._call is not None:
            self._call.cancel()

    def closed(self) -> None:
        """Waits until the reader has ended: a thread inside gRPC must not outlive the interpreter."""
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join(2.0)

    def _frames(self) -> Iterator[bytes]:
        while not self.stream.is_over:
            frame = self.stream.take()
            if frame is None:
                self._woken.acquire()
            else:
                yield frame

    def _read(self) -> None:
        broken = Broken(grpc.StatusCode.OK, "the stream ended")
        try:
            for data in gate.through(self._call):
                self.stream.receive(tools_pb2.StreamResponse.FromString(data))
        except RefusedError as error:
            broken = refused(error)
        except grpc.RpcError:
            broken = Broken(self._call.code(), self._call.details() or "")
        except Exception as error:  # a frame that cannot be read
            broken = Broken(grpc.StatusCode.INTERNAL, repr(error))
        finally:
            self._call.cancel()
            self.stream.end(broken)
