"""The protobuf form of events; attributes and unknown fields travel as JSON text (decision 0012)."""

from toolspan._gen import event_pb2
from toolspan.events.event import Event
from toolspan.messages.fields import Unread
from toolspan.messages.wire import cleaned, map_to_wire, parsed
from toolspan.unicode import clean


def event_to_bytes(event: Event) -> bytes:
    """Raises `InvalidMessageError` where a map holds what JSON has no form for."""
    return event_pb2.Event(
        id=clean(event.id),
        type=clean(event.type),
        attributes=map_to_wire(event.attributes, "/attributes"),
        upstream_event_id=cleaned(event.upstream_event_id),
        upstream_action_name=cleaned(event.upstream_action_name),
        extra=map_to_wire(event.extra, "/extra"),
    ).SerializeToString()


def event_from_bytes(data: bytes) -> Event:
    """The mirror; raises `InvalidMessageError` for whatever it is not."""
    wire = parsed(event_pb2.Event, data)
    return Event(
        wire.id,
        wire.type,
        Unread(wire.attributes.data).read("/attributes"),
        wire.upstream_event_id if wire.HasField("upstream_event_id") else None,
        wire.upstream_action_name if wire.HasField("upstream_action_name") else None,
        Unread(wire.extra.data).read("/extra"),
    )
