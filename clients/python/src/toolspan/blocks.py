"""What messages and answers hold: ordered pieces of text, media, reasoning, tool calls and their results (C5.1)."""

import base64
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from toolspan._gen import texts
from toolspan.strict import (
    array_at,
    child,
    choice_at,
    filled_at,
    flag_at,
    identity_at,
    map_at,
    misshapen,
    optional_text_at,
    size_at,
    text_at,
)

MediaType: TypeAlias = Literal["image", "audio", "video", "document"]
ContentType: TypeAlias = Literal["text", "image", "audio", "video", "document"]
BlockType: TypeAlias = Literal["text", "image", "audio", "video", "document", "reasoning", "tool_call", "tool_result"]

MEDIA_TYPES: tuple[MediaType, ...] = get_args(MediaType)
CONTENT_TYPES: tuple[ContentType, ...] = get_args(ContentType)
BLOCK_TYPES: tuple[BlockType, ...] = get_args(BlockType)


@dataclass(frozen=True)
class TextBlock:
    """Plain text."""

    text: str
    type: Literal["text"] = field(default="text", init=False)

    def __post_init__(self) -> None:
        text_at(self.text, "/text")


@dataclass(frozen=True)
class Base64Source:
    """Standard padded base64 text, carried as it was given and never decoded on the way."""

    data: str
    type: Literal["base64"] = field(default="base64", init=False)

    def __post_init__(self) -> None:
        filled_at(self.data, "/data")


@dataclass(frozen=True)
class UrlSource:
    """A place to fetch the media from."""

    url: str
    type: Literal["url"] = field(default="url", init=False)

    def __post_init__(self) -> None:
        filled_at(self.url, "/url")


@dataclass(frozen=True)
class MediaBlock:
    """An image, sound, film or document.

    Attributes:
        type: which of the four.
        media_type: an IANA media type, never empty.
        source: the content or where it is.
        name: a file name, where there is one.
        size_bytes: its size in bytes, where stated.
        sha256: lower-case hexadecimal, where known.

    """

    type: MediaType
    media_type: str
    source: Base64Source | UrlSource
    name: str | None = None
    size_bytes: int | None = None
    sha256: str | None = None

    def __post_init__(self) -> None:
        choice_at(self.type, "/type", MEDIA_TYPES)
        filled_at(self.media_type, "/media_type")
        if not isinstance(self.source, (Base64Source, UrlSource)):
            raise misshapen("/source", texts.FIELD_OBJECT)
        optional_text_at(self.name, "/name")
        size_at(self.size_bytes, "/size_bytes")
        optional_text_at(self.sha256, "/sha256")

    @staticmethod
    def from_bytes(
        type: MediaType,
        data: bytes | bytearray | memoryview,
        media_type: str,
        *,
        name: str | None = None,
        size_bytes: int | None = None,
        sha256: str | None = None,
    ) -> "MediaBlock":
        """Media of bytes."""
        source = Base64Source(base64.b64encode(data).decode("ascii"))
        return MediaBlock(type, media_type, source, name, size_bytes, sha256)

    @staticmethod
    def from_base64(
        type: MediaType,
        data: str,
        media_type: str,
        *,
        name: str | None = None,
        size_bytes: int | None = None,
        sha256: str | None = None,
    ) -> "MediaBlock":
        """Media of base64 text, which is carried as it is."""
        return MediaBlock(type, media_type, Base64Source(data), name, size_bytes, sha256)

    @staticmethod
    def from_url(
        type: MediaType,
        url: str,
        media_type: str,
        *,
        name: str | None = None,
        size_bytes: int | None = None,
        sha256: str | None = None,
    ) -> "MediaBlock":
        """Media that lies elsewhere."""
        return MediaBlock(type, media_type, UrlSource(url), name, size_bytes, sha256)

    @property
    def size(self) -> int | None:
        """Bytes, as stated or as the base64 text tells by its length; None where unknown."""
        if self.size_bytes is not None or isinstance(self.source, UrlSource):
            return self.size_bytes
        data = self.source.data
        padding = 2 if data.endswith("==") else 1 if data.endswith("=") else 0
        return max(0, len(data) * 3 // 4 - padding)


ContentBlock: TypeAlias = TextBlock | MediaBlock


@dataclass(frozen=True)
class ReasoningBlock:
    """What a model thought.

    Attributes:
        text: the thought, where the provider shows it.
        metadata: what the provider needs to continue it; an ordinary map, shared and not copied.

    """

    text: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    type: Literal["reasoning"] = field(default="reasoning", init=False)

    def __post_init__(self) -> None:
        optional_text_at(self.text, "/text")
        object.__setattr__(self, "metadata", map_at(self.metadata, "/metadata"))


@dataclass(frozen=True)
class ToolCallBlock:
    """A model's wish to call a tool (C5.3).

    Attributes:
        call_id: never empty, and one of a kind in its message.
        name: the tool, never empty.
        input: the arguments; an ordinary map, shared and not copied.
        metadata: the provider's, likewise.

    """

    call_id: str
    name: str
    input: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    type: Literal["tool_call"] = field(default="tool_call", init=False)

    def __post_init__(self) -> None:
        identity_at(self.call_id, "/call_id", texts.MESSAGE_CALL_ID_EMPTY)
        identity_at(self.name, "/name", texts.MESSAGE_NAME_EMPTY)
        object.__setattr__(self, "input", map_at(self.input, "/input"))
        object.__setattr__(self, "metadata", map_at(self.metadata, "/metadata"))


@dataclass(frozen=True)
class ToolResultBlock:
    """What the model reads of one tool call (C5.4).

    Attributes:
        call_id: of the call that it answers, never empty.
        blocks: text and media alone; any list of them, kept as a tuple.
        is_error: whether the tool failed.
        metadata: an ordinary map, shared and not copied.

    """

    call_id: str
    blocks: tuple[ContentBlock, ...] = ()
    is_error: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)
    type: Literal["tool_result"] = field(default="tool_result", init=False)

    def __post_init__(self) -> None:
        identity_at(self.call_id, "/call_id", texts.MESSAGE_CALL_ID_EMPTY)
        blocks = tuple(array_at(self.blocks, "/blocks"))
        for index, block in enumerate(blocks):
            path = child("/blocks", index)
            if not isinstance(block, BLOCK_CLASSES):
                raise misshapen(path, texts.FIELD_OBJECT)
            choice_at(block.type, child(path, "type"), CONTENT_TYPES)
        object.__setattr__(self, "blocks", blocks)
        flag_at(self.is_error, "/is_error")
        object.__setattr__(self, "metadata", map_at(self.metadata, "/metadata"))


Block: TypeAlias = TextBlock | MediaBlock | ReasoningBlock | ToolCallBlock | ToolResultBlock
BLOCK_CLASSES = (TextBlock, MediaBlock, ReasoningBlock, ToolCallBlock, ToolResultBlock)
