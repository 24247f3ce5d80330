"""Content that a provider cannot be sent, said before any request leaves (C5.7)."""

from collections.abc import Sequence
from typing import Any

from toolspan._gen import texts
from toolspan.blocks import Block, MediaBlock, ToolResultBlock
from toolspan.errors import ToolspanError
from toolspan.messages.message import ChatMessage


class UnsupportedContentError(ToolspanError, ValueError):
    """A block that a provider cannot be sent; it names neither the payload nor the URL."""

    def __init__(self, provider: str, block: Block, reason: str) -> None:
        article = "an" if block.type in ("image", "audio") else "a"
        if isinstance(block, MediaBlock):
            kinds = {"media_type": block.media_type, "source_type": block.source.type}
            text = texts.MEDIA_UNSUPPORTED.format(
                provider=provider, article=article, type=block.type, reason=reason, **kinds
            )
        else:
            text = texts.CONTENT_UNSUPPORTED.format(provider=provider, article=article, type=block.type, reason=reason)
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles as its text alone, so that the block stays behind."""
        return _restored, (str(self),)


def _restored(text: str) -> UnsupportedContentError:
    return UnsupportedContentError.__new__(UnsupportedContentError, text)


def reject_media(provider: str, messages: Sequence[ChatMessage]) -> None:
    """Raises at the first media block of a conversation, tool results included, where only text can be sent."""
    for message in messages:
        for block in message.blocks:
            for each in block.blocks if isinstance(block, ToolResultBlock) else (block,):
                if isinstance(each, MediaBlock):
                    raise UnsupportedContentError(provider, each, texts.TEXT_ONLY)
