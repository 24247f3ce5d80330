"""Reads canonical JSON strictly; the first thing that is wrong is the error, in every language (C5.3, C7.2)."""

from collections.abc import Callable, Sequence
from typing import Any

from toolspan._gen import texts
from toolspan.blocks import (
    BLOCK_TYPES,
    CONTENT_TYPES,
    Base64Source,
    Block,
    BlockType,
    MediaBlock,
    MediaType,
    ReasoningBlock,
    TextBlock,
    ToolCallBlock,
    ToolResultBlock,
    UrlSource,
)
from toolspan.decode import InvalidJsonError, decode
from toolspan.errors import InvalidMessageError
from toolspan.messages.fields import Fields, type_of
from toolspan.messages.message import ROLES, ChatMessage, broken_rule
from toolspan.messages.result import ChatResult, TokenUsage, require_assistant
from toolspan.strict import count_at, counts_at, flag_at, misshapen, size_at
from toolspan.unicode import clean


def parsed(text: str) -> Any:
    """The value of JSON text."""
    try:
        return decode(clean(text).encode("utf-8"))
    except InvalidJsonError as bad:
        raise misshapen("", bad.problems[0].reason) from None


def message_of(value: object, path: str) -> ChatMessage:
    """A message of the JSON value that stands at `path`."""
    fields = Fields(value, path, ("role", "blocks", "metadata"))
    role = fields.choice("role", ROLES)
    blocks = _blocks_of(fields, BLOCK_TYPES)
    metadata = fields.map("metadata")
    broken = broken_rule(role, blocks)
    if broken is not None:
        raise InvalidMessageError(path, broken)
    return ChatMessage(role, blocks, metadata)


def block_of(value: object, path: str, choices: Sequence[BlockType] = BLOCK_TYPES) -> Block:
    """One block of the types that may stand here."""
    known, read = _READERS[type_of(value, path, choices)]
    return read(Fields(value, path, ("type", *known)))


def _blocks_of(fields: Fields, choices: Sequence[BlockType]) -> tuple[Any, ...]:
    return fields.items("blocks", lambda each, at: block_of(each, at, choices))


def _text(fields: Fields) -> TextBlock:
    return TextBlock(fields.text("text", ""))


def _media(fields: Fields) -> MediaBlock:
    kind: MediaType = fields.required("type")
    media_type = fields.filled("media_type")
    source = _source(fields.required("source"), fields.at("source"))
    name = fields.optional_text("name")
    size_bytes = size_at(fields.get("size_bytes"), fields.at("size_bytes"))
    return MediaBlock(kind, media_type, source, name, size_bytes, fields.optional_text("sha256"))


def _source(value: object, path: str) -> Base64Source | UrlSource:
    if type_of(value, path, ("base64", "url")) == "url":
        return UrlSource(Fields(value, path, ("type", "url")).filled("url"))
    return Base64Source(Fields(value, path, ("type", "data")).filled("data"))


def _reasoning(fields: Fields) -> ReasoningBlock:
    return ReasoningBlock(fields.optional_text("text"), fields.map("metadata"))


def _tool_call(fields: Fields) -> ToolCallBlock:
    call_id = fields.identity("call_id", texts.MESSAGE_CALL_ID_EMPTY)
    name = fields.identity("name", texts.MESSAGE_NAME_EMPTY)
    return ToolCallBlock(call_id, name, fields.map("input"), fields.map("metadata"))


def _tool_result(fields: Fields) -> ToolResultBlock:
    call_id = fields.identity("call_id", texts.MESSAGE_CALL_ID_EMPTY)
    blocks = _blocks_of(fields, CONTENT_TYPES)
    is_error = flag_at(fields.get("is_error", False), fields.at("is_error"))
    return ToolResultBlock(call_id, blocks, is_error, fields.map("metadata"))


_MEDIA = (("media_type", "source", "name", "size_bytes", "sha256"), _media)
_READERS: dict[BlockType, tuple[tuple[str, ...], Callable[[Fields], Block]]] = {
    "text": (("text",), _text),
    "image": _MEDIA,
    "audio": _MEDIA,
    "video": _MEDIA,
    "document": _MEDIA,
    "reasoning": (("text", "metadata"), _reasoning),
    "tool_call": (("call_id", "name", "input", "metadata"), _tool_call),
    "tool_result": (("call_id", "blocks", "is_error", "metadata"), _tool_result),
}


def result_of(value: object, path: str) -> ChatResult:
    """A result of the JSON value that stands at `path`."""
    fields = Fields(value, path, ("message", "model", "response_id", "usage", "finish_reason", "metadata"))
    message = message_of(fields.required("message"), fields.at("message"))
    require_assistant(message, path)
    model = fields.optional_text("model")
    response_id = fields.optional_text("response_id")
    usage = None if fields.get("usage") is None else _usage_of(fields.get("usage"), fields.at("usage"))
    return ChatResult(message, model, response_id, usage, fields.optional_text("finish_reason"), fields.map("metadata"))


def _usage_of(value: object, path: str) -> TokenUsage:
    known = ("prompt_tokens", "completion_tokens", "prompt_token_details", "completion_token_details")
    fields = Fields(value, path, known)
    prompt, completion = (
        None if fields.get(key) is None else count_at(fields.get(key), fields.at(key)) for key in known[:2]
    )
    prompt_details, completion_details = (counts_at(fields.get(key), fields.at(key)) for key in known[2:])
    return TokenUsage(prompt, completion, prompt_details, completion_details)
