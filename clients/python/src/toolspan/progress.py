"""What a running tool tells of its progress (C3.6)."""

from dataclasses import dataclass

from toolspan._gen import tool_pb2


@dataclass(frozen=True)
class Progress:
    """One update, in the order in which the tool made them.

    Attributes:
        fraction: 0 to 1; None where unknown.
        message: for people; None where the tool said nothing.

    """

    fraction: float | None = None
    message: str | None = None


def progress_from_wire(wire: tool_pb2.Progress) -> Progress:
    """Field by field."""
    return Progress(
        wire.fraction if wire.HasField("fraction") else None, wire.message if wire.HasField("message") else None
    )
