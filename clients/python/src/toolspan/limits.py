"""What a caller must stay within (C8.5)."""

from dataclasses import dataclass

# Bytes of one message that are kept for everything but the payload.
MESSAGE_ROOM = 65536


@dataclass(frozen=True)
class Limits:
    """The sidecar's limits, as it announced them, or the defaults until then.

    Attributes:
        max_message_bytes: bytes of one gRPC message.
        max_in_flight: calls in flight at once; more are queued.
        max_json_depth: levels of lists and maps in one JSON value.
        max_call_ms: milliseconds of one call.
        max_stream_arguments_bytes: bytes of arguments above which a call does not travel on the shared stream.

    """

    max_message_bytes: int = 32 * 1048576
    max_in_flight: int = 1024
    max_json_depth: int = 512
    max_call_ms: int = 600_000
    max_stream_arguments_bytes: int = 262_144

    @property
    def max_arguments_bytes(self) -> int:
        """Bytes that the arguments of one call may have."""
        return self.max_message_bytes - MESSAGE_ROOM
