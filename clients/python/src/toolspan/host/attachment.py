"""One stream on which tools are offered, from its first frame to its end."""

import os
import platform
from collections.abc import Callable, Sequence
from typing import Any

import grpc

from toolspan._gen import hosts_pb2
from toolspan.address import variable
from toolspan.channel import channel_options
from toolspan.credentials import channel_credentials
from toolspan.host.outbox import Outbox
from toolspan.session import Session
from toolspan.spec import ToolSpec
from toolspan.status import Broken
from toolspan.wire import spec_to_wire

_PATH = "/toolspan.v1.Hosts/Attach"
# gRPC's own limits stand aside: the sidecar's are only known once it answered.
_UNLIMITED = -1


def host_id() -> str:
    """What the sidecar calls a process that it started; empty where it did not."""
    return variable("TOOLSPAN_HOST_ID") or ""


def open_channel(session: Session) -> Any:
    """A channel of the host's own."""
    options = channel_options(session.address, _UNLIMITED)
    credentials = channel_credentials(session.address, session.tls)
    if credentials is None:
        return grpc.insecure_channel(session.address.target, options)
    return grpc.secure_channel(session.address.target, credentials, options)


def first_frame(session: Session, specs: Sequence[ToolSpec], max_in_flight: int, host: str) -> hosts_pb2.AttachRequest:
    """Who the host is, and what it offers."""
    return hosts_pb2.AttachRequest(
        hello=session.hello,
        process=hosts_pb2.HostProcess(
            pid=os.getpid(),
            runtime=f"{platform.python_implementation()} {platform.python_version()}",
            id=host,
            max_in_flight=max_in_flight,
        ),
        offers=[hosts_pb2.Offer(spec=spec_to_wire(each)) for each in specs],
    )


class Attachment:
    """A stream to one sidecar."""

    def __init__(self, channel: Any, session: Session, first: hosts_pb2.AttachRequest) -> None:
        self.outbox = Outbox(first)
        self.is_draining = False
        method = channel.stream_stream(
            _PATH, hosts_pb2.AttachRequest.SerializeToString, hosts_pb2.AttachResponse.FromString
        )
        self._stream: Any = method(iter(self.outbox), metadata=session.metadata)

    def read(self, hear: Callable[["Attachment", hosts_pb2.AttachResponse], None]) -> Broken:
        """Hears every frame, and says how the stream ended."""
        try:
            for frame in self._stream:
                hear(self, frame)
            return Broken(grpc.StatusCode.OK, "the stream ended")
        except grpc.RpcError as error:
            known: Any = error
            return Broken(known.code(), known.details() or "")
        finally:
            self.outbox.close(drop=True)
            self._stream.cancel()

    def cut(self) -> None:
        """Ends the stream at once."""
        self._stream.cancel()
