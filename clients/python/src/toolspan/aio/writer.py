"""Writes the frames of a batch, and knows whether the first one went out."""

import asyncio
from typing import Any

import grpc.aio

from toolspan._gen import tools_pb2


class AioWriter:
    """For one event loop.

    Attributes:
        wrote: whether the first frame went out.

    """

    def __init__(self, call: Any, outgoing: "asyncio.Queue[tools_pb2.CallAllRequest | None]") -> None:
        self.wrote = False
        self._call = call
        self._outgoing = outgoing

    async def run(self) -> None:
        """Writes what is put, until None comes or the call ends."""
        try:
            while (frame := await self._outgoing.get()) is not None:
                await self._call.write(frame)
                self.wrote = True
            await self._call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the call has ended; its reader says how
