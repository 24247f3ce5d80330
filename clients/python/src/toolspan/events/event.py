"""An event of an agent run, with everything that its writer put in it (C7.1)."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from toolspan._gen import texts
from toolspan.decode import decode
from toolspan.encode import encode
from toolspan.events.fields import required_map, string_of
from toolspan.events.read import typed_of
from toolspan.events.typed import CustomEvent, TypedEvent
from toolspan.events.write import attributes_value
from toolspan.messages.fields import Fields
from toolspan.messages.from_json import parsed
from toolspan.messages.to_json import json_text
from toolspan.strict import map_at, misshapen, optional_text_at, text_at

_OWN = ("id", "type", "attributes", "upstreamEventId", "upstreamActionName")


@dataclass(frozen=True)
class Event:
    """The envelope of any event. One that breaks a rule raises `InvalidMessageError`.

    Attributes:
        id: a UUID, as its writer spelled it.
        type: such as `_tool_response_event`.
        attributes: every attribute, known or not, in its writer's order; shared and not copied.
        upstream_event_id: the event that caused it; None where none did.
        upstream_action_name: the action that sent it; None where none did.
        extra: every other top-level field.

    """

    id: str
    type: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    upstream_event_id: str | None = None
    upstream_action_name: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        text_at(self.id, "/id")
        text_at(self.type, "/type")
        object.__setattr__(self, "attributes", map_at(self.attributes, "/attributes"))
        optional_text_at(self.upstream_event_id, "/upstreamEventId")
        optional_text_at(self.upstream_action_name, "/upstreamActionName")
        object.__setattr__(self, "extra", map_at(self.extra, "/extra"))
        for key in _OWN:
            if key in self.extra:
                raise misshapen(f"/extra/{key}", texts.FIELD_RESERVED)

    @staticmethod
    def of(
        typed: TypedEvent,
        *,
        id: str | None = None,
        upstream_event_id: str | None = None,
        upstream_action_name: str | None = None,
    ) -> "Event":
        """A new event of typed attributes, with a random UUID where no id is given.

        Raises:
            InvalidMessageError: they break a rule or have no JSON form.

        """
        attributes = _ordinary(typed)
        typed_of(typed.type, attributes)
        return Event(id or str(uuid.uuid4()), typed.type, attributes, upstream_event_id, upstream_action_name)

    def typed(self) -> TypedEvent:
        """The known attributes, typed; an event of a type that is not known is a `CustomEvent`.

        Raises:
            InvalidMessageError: at the first known attribute that is wrong, with its JSON pointer in `path` and text.

        """
        return typed_of(self.type, self.attributes)

    def with_typed(self, typed: TypedEvent) -> "Event":
        """The same event with its known attributes as `typed` has them.

        Those that are the same, and all that is not known, stay as they are.

        Raises:
            InvalidMessageError: `typed` is of another type, or breaks a rule.

        """
        if typed.type != self.type:
            raise misshapen("/type", texts.FIELD_CHOICE.format(choices=typed.type))
        now = _ordinary(typed)
        if isinstance(typed, CustomEvent):
            return replace(self, attributes=now)
        was = _ordinary(self.typed())
        same = {key for key in was if key in now and json_text({"": was[key]}) == json_text({"": now[key]})}
        gone = {key for key in was if key not in now}
        kept = {
            key: value if key in same or key not in now else now[key]
            for key, value in self.attributes.items()
            if key not in gone
        }
        added = {key: value for key, value in now.items() if key not in kept and key not in same}
        typed_of(self.type, {**kept, **added})
        return replace(self, attributes={**kept, **added})

    def to_dict(self) -> dict[str, Any]:
        """The fields of the canonical JSON; attributes are the event's own, not copies."""
        lineage = {"upstreamEventId": self.upstream_event_id, "upstreamActionName": self.upstream_action_name}
        told = {key: value for key, value in lineage.items() if value is not None}
        return {"id": self.id, "type": self.type, "attributes": self.attributes, **told, **self.extra}

    def to_json(self) -> str:
        """The canonical JSON, compact: every attribute and top-level field, known or not (C7.1, C7.2)."""
        return json_text(self.to_dict())

    def to_bytes(self) -> bytes:
        """The protobuf form, toolspan.v1.Event."""
        from toolspan.events.wire import event_to_bytes

        return event_to_bytes(self)

    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> "Event":
        """Reads the fields of the canonical JSON; raises `InvalidMessageError` at the first wrong thing."""
        fields = Fields(value, "")
        return Event(
            string_of(fields, "id"),
            string_of(fields, "type"),
            required_map(fields, "attributes"),
            fields.optional_text("upstreamEventId"),
            fields.optional_text("upstreamActionName"),
            {key: each for key, each in value.items() if key not in _OWN},
        )

    @staticmethod
    def from_json(text: str) -> "Event":
        """As `from_dict`, of JSON text."""
        return Event.from_dict(parsed(text))

    @staticmethod
    def from_bytes(data: bytes) -> "Event":
        """Reads the protobuf form; raises `InvalidMessageError` for whatever it is not."""
        from toolspan.events.wire import event_from_bytes

        return event_from_bytes(data)


def _ordinary(typed: TypedEvent) -> dict[str, Any]:
    """The attributes as if they had been read: what was made anew has the kinds of values that reading gives."""
    text, problems = encode(attributes_value(typed))
    if problems:
        raise misshapen(f"/attributes{problems[0].pointer}", problems[0].reason)
    attributes: dict[str, Any] = decode(text.encode("utf-8"))
    return attributes
