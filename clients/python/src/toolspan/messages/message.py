"""One message of a conversation: ordered blocks, checked against its role (C5.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from toolspan._gen import texts
from toolspan.blocks import BLOCK_CLASSES, Block, MediaBlock, TextBlock, ToolCallBlock, ToolResultBlock
from toolspan.errors import InvalidMessageError
from toolspan.strict import array_at, child, choice_at, map_at, misshapen

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True)
class ChatMessage:
    """Who says what. One that breaks a rule raises `InvalidMessageError`.

    Attributes:
        role: system, user, assistant or tool.
        blocks: any list of blocks, kept as a tuple.
        metadata: an ordinary map, shared and not copied.

    """

    role: Role
    blocks: tuple[Block, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        choice_at(self.role, "/role", ROLES)
        blocks = tuple(array_at(self.blocks, "/blocks"))
        for index, block in enumerate(blocks):
            if not isinstance(block, BLOCK_CLASSES):
                raise misshapen(child("/blocks", index), texts.FIELD_OBJECT)
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "metadata", map_at(self.metadata, "/metadata"))
        broken = broken_rule(self.role, blocks)
        if broken is not None:
            raise InvalidMessageError("", broken)

    def __str__(self) -> str:
        return f"{self.role}: {self.text}"

    @staticmethod
    def of(role: Role, content: str | Sequence[Block] | None, metadata: dict[str, Any] | None = None) -> "ChatMessage":
        """A message of text or blocks; no text is no block."""
        if isinstance(content, str):
            content = [TextBlock(content)] if content else []
        return ChatMessage(role, tuple(array_at(content or (), "/blocks")), map_at(metadata, "/metadata"))

    @staticmethod
    def system(content: str | Sequence[Block] | None, metadata: dict[str, Any] | None = None) -> "ChatMessage":
        """What the model is told to be; text alone."""
        return ChatMessage.of("system", content, metadata)

    @staticmethod
    def user(content: str | Sequence[Block] | None, metadata: dict[str, Any] | None = None) -> "ChatMessage":
        """What a person says; text and media."""
        return ChatMessage.of("user", content, metadata)

    @staticmethod
    def assistant(content: str | Sequence[Block] | None, metadata: dict[str, Any] | None = None) -> "ChatMessage":
        """What the model says; anything but a tool's result."""
        return ChatMessage.of("assistant", content, metadata)

    @staticmethod
    def tool(result: ToolResultBlock, metadata: dict[str, Any] | None = None) -> "ChatMessage":
        """What a tool answered."""
        return ChatMessage.of("tool", [result], metadata)

    def with_blocks(self, blocks: Sequence[Block]) -> "ChatMessage":
        """The same with other blocks."""
        return ChatMessage.of(self.role, blocks, self.metadata)

    def with_metadata(self, metadata: dict[str, Any]) -> "ChatMessage":
        """The same with other metadata."""
        return ChatMessage(self.role, self.blocks, metadata)

    @property
    def text(self) -> str:
        """The text blocks at the top, joined; never serialized (C5.2)."""
        return "".join(block.text for block in self.blocks if isinstance(block, TextBlock))

    @property
    def tool_calls(self) -> tuple[ToolCallBlock, ...]:
        """The tool calls at the top, in order; never serialized (C5.2)."""
        return tuple(block for block in self.blocks if isinstance(block, ToolCallBlock))

    def to_dict(self) -> dict[str, Any]:
        """The fields of the canonical JSON; input and metadata are the message's own maps, not copies."""
        from toolspan.messages.to_json import message_value

        return message_value(self)

    def to_json(self) -> str:
        """The canonical JSON, compact (C7.2)."""
        from toolspan.messages.to_json import json_text

        return json_text(self.to_dict())

    def to_bytes(self) -> bytes:
        """The protobuf form, toolspan.v1.ChatMessage."""
        from toolspan.messages.wire import message_to_bytes

        return message_to_bytes(self)

    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> "ChatMessage":
        """Reads the fields of the canonical JSON strictly; raises `InvalidMessageError` at the first wrong thing."""
        from toolspan.messages.from_json import message_of

        return message_of(value, "")

    @staticmethod
    def from_json(text: str) -> "ChatMessage":
        """As `from_dict`, of JSON text."""
        from toolspan.messages.from_json import message_of, parsed

        return message_of(parsed(text), "")

    @staticmethod
    def from_bytes(data: bytes) -> "ChatMessage":
        """Reads the protobuf form; raises `InvalidMessageError` for whatever it is not."""
        from toolspan.messages.wire import message_from_bytes

        return message_from_bytes(data)


def broken_rule(role: Role, blocks: Sequence[Block]) -> str | None:
    """The first rule of roles and ids that is broken, in the order in which every language checks them (C5.1, C5.3)."""
    has_result = any(isinstance(block, ToolResultBlock) for block in blocks)
    if role == "tool" and not (len(blocks) == 1 and has_result):
        return texts.MESSAGE_TOOL_ONE_RESULT
    if role != "tool" and has_result:
        return texts.MESSAGE_RESULT_ROLE
    if role == "system" and not all(isinstance(block, TextBlock) for block in blocks):
        return texts.MESSAGE_SYSTEM_TEXT
    if role == "user" and not all(isinstance(block, (TextBlock, MediaBlock)) for block in blocks):
        return texts.MESSAGE_USER_MEDIA
    ids = [block.call_id for block in blocks if isinstance(block, ToolCallBlock)]
    return texts.MESSAGE_DUPLICATE_CALL if len(set(ids)) < len(ids) else None


def find_first_system_message(messages: Sequence[ChatMessage]) -> int:
    """The place of the first system message, or -1."""
    return next((index for index, message in enumerate(messages) if message.role == "system"), -1)
