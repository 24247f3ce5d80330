"""What a model reads of an answer: ordered pieces of text and media."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

MediaType: TypeAlias = Literal["image", "audio", "video", "document"]


@dataclass(frozen=True)
class TextBlock:
    """Plain text."""

    text: str
    type: Literal["text"] = "text"


@dataclass(frozen=True)
class Base64Source:
    """Standard padded base64 text, carried as it was given and never decoded on the way."""

    data: str
    type: Literal["base64"] = "base64"


@dataclass(frozen=True)
class UrlSource:
    """A place to fetch the media from."""

    url: str
    type: Literal["url"] = "url"


@dataclass(frozen=True)
class MediaBlock:
    """An image, sound, film or document.

    Attributes:
        type: which of the four.
        media_type: an IANA media type, never empty.
        source: the content or where it is.
        name: a file name, where there is one.
        size_bytes: its size in bytes, where known.
        sha256: lower-case hexadecimal, where known.

    """

    type: MediaType
    media_type: str
    source: Base64Source | UrlSource
    name: str | None = None
    size_bytes: int | None = None
    sha256: str | None = None


Block: TypeAlias = TextBlock | MediaBlock
