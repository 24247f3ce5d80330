"""What a chat model answered, apart from the history (C5.5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolspan._gen import texts
from toolspan.errors import InvalidMessageError
from toolspan.messages.message import ChatMessage
from toolspan.strict import count_at, counts_at, map_at, misshapen, optional_text_at


@dataclass(frozen=True)
class TokenUsage:
    """Token counts; None is unknown, zero was measured.

    Attributes:
        prompt_tokens: read.
        completion_tokens: written.
        prompt_token_details: parts of the first by name, such as `cached`.
        completion_token_details: parts of the second by name, such as `reasoning`.

    """

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_token_details: Mapping[str, int] = field(default_factory=dict)
    completion_token_details: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("prompt_tokens", "completion_tokens"):
            if getattr(self, name) is not None:
                count_at(getattr(self, name), f"/{name}")
        for name in ("prompt_token_details", "completion_token_details"):
            object.__setattr__(self, name, counts_at(getattr(self, name), f"/{name}"))


@dataclass(frozen=True)
class ChatResult:
    """A model's message and what is known about how it came to be. One that breaks a rule raises `InvalidMessageError`.

    Attributes:
        message: the assistant's.
        model: which one answered.
        response_id: the provider's.
        usage: token counts.
        finish_reason: "length" and "content_filter" are canonical; any other text is the provider's.
        metadata: an ordinary map, shared and not copied.

    """

    message: ChatMessage
    model: str | None = None
    response_id: str | None = None
    usage: TokenUsage | None = None
    finish_reason: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.message, ChatMessage):
            raise misshapen("/message", texts.FIELD_OBJECT)
        require_assistant(self.message, "")
        optional_text_at(self.model, "/model")
        optional_text_at(self.response_id, "/response_id")
        if not isinstance(self.usage, (TokenUsage, type(None))):
            raise misshapen("/usage", texts.FIELD_OBJECT)
        optional_text_at(self.finish_reason, "/finish_reason")
        object.__setattr__(self, "metadata", map_at(self.metadata, "/metadata"))

    def to_dict(self) -> dict[str, Any]:
        """The fields of the canonical JSON; input and metadata are the result's own maps, not copies."""
        from toolspan.messages.to_json import result_value

        return result_value(self)

    def to_json(self) -> str:
        """The canonical JSON, compact: six keys, nulls written (C5.5, C7.2)."""
        from toolspan.messages.to_json import json_text

        return json_text(self.to_dict())

    def to_bytes(self) -> bytes:
        """The protobuf form, toolspan.v1.ChatResult."""
        from toolspan.messages.wire import result_to_bytes

        return result_to_bytes(self)

    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> "ChatResult":
        """Reads the fields of the canonical JSON strictly; raises `InvalidMessageError` at the first wrong thing."""
        from toolspan.messages.from_json import result_of

        return result_of(value, "")

    @staticmethod
    def from_json(text: str) -> "ChatResult":
        """As `from_dict`, of JSON text."""
        from toolspan.messages.from_json import parsed, result_of

        return result_of(parsed(text), "")

    @staticmethod
    def from_bytes(data: bytes) -> "ChatResult":
        """Reads the protobuf form; raises `InvalidMessageError` for whatever it is not."""
        from toolspan.messages.wire import result_from_bytes

        return result_from_bytes(data)


def require_assistant(message: ChatMessage, path: str) -> None:
    """The result at `path` holds what the model said."""
    if message.role != "assistant":
        raise InvalidMessageError(f"{path}/message", texts.MESSAGE_RESULT_ROLE_ASSISTANT)
