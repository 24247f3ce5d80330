"""Why a stream ended that the sidecar did not take; grpc.aio loses the status where a write meets the end."""

from typing import Any

import grpc
import grpc.aio

from toolspan._gen import tools_pb2
from toolspan.methods import GREET
from toolspan.session import Session
from toolspan.status import REFUSALS, WRITE_FAILED, Broken, readable

_MOST_SECONDS = 1.0


async def as_told(broken: Broken, channel: grpc.aio.Channel, session: Session) -> Broken:
    """The end of a stream on which not one call went out, in the sidecar's own words where gRPC has none."""
    if broken.details != WRITE_FAILED:
        return broken
    greet: Any = channel.unary_unary(GREET.path, tools_pb2.GreetRequest.SerializeToString)
    code, details = grpc.StatusCode.UNAVAILABLE, ""
    try:
        await greet(
            tools_pb2.GreetRequest(hello=session.hello),
            timeout=min(session.connect_timeout, _MOST_SECONDS),
            metadata=session.metadata,
        )
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.UNAVAILABLE or error.code() in REFUSALS:
            code, details = error.code(), error.details() or ""
    except grpc.aio.UsageError:
        pass  # the channel was closed meanwhile
    return Broken(code, details or readable(broken.details), wrote=False)
