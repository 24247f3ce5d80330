"""Moves the frames of one stream with two tasks."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import grpc.aio

from toolspan._gen import tools_pb2
from toolspan.errors import RefusedError
from toolspan.methods import STREAM
from toolspan.session import Session
from toolspan.status import Broken, refused
from toolspan.stream import Stream

AsTold: TypeAlias = Callable[[Broken], Awaitable[Broken]]


class AioPump:
    """One stream of a channel, open as soon as it is made.

    Attributes:
        opened: set once the sidecar said welcome, or the stream ended.

    """

    def __init__(self, channel: grpc.aio.Channel, session: Session, as_told: AsTold) -> None:
        """`as_told` is asked how a stream ended that was never welcomed."""
        self.opened = asyncio.Event()
        self._as_told = as_told
        self._call: Any = None
        self._tasks: list[asyncio.Future[None]] = []
        self._woken = asyncio.Event()
        self.stream = Stream(session, self._woken.set, self.opened.set)
        try:
            self._call = channel.stream_stream(STREAM.path)(metadata=session.metadata)
        except grpc.aio.UsageError as error:  # the channel was closed meanwhile
            self.stream.end(Broken(grpc.StatusCode.CANCELLED, str(error)))
            return
        self._tasks = [asyncio.ensure_future(self._write()), asyncio.ensure_future(self._read())]

    def cancel(self) -> None:
        """Ends the stream from this side."""
        if self._call is not None:
            self._call.cancel()

    async def closed(self) -> None:
        """Waits until both tasks have ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _write(self) -> None:
        try:
            while not self.stream.is_over:
                frame = self.stream.take()
                if frame is None:
                    await self._woken.wait()
                    self._woken.clear()
                else:
                    await self._call.write(frame)
            await self._call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the call has ended; its reader says how

    async def _read(self) -> None:
        broken = Broken(grpc.StatusCode.CANCELLED, "the connection was closed")
        try:
            while (data := await self._call.read()) is not grpc.aio.EOF:
                self.stream.receive(tools_pb2.StreamResponse.FromString(data))
            broken = Broken(await self._call.code(), await self._call.details() or "the stream ended")
        except RefusedError as error:
            broken = refused(error)
        except grpc.aio.AioRpcError as error:
            broken = Broken(error.code(), error.details() or "")
            if not self.opened.is_set():
                broken = await self._as_told(broken)
        except Exception as error:  # a frame that cannot be read
            broken = Broken(grpc.StatusCode.INTERNAL, repr(error))
        finally:
            self._call.cancel()
            self.stream.end(broken)
            for task in self._tasks[:1]:
                task.cancel()
