"""Messages and results as canonical JSON: one key order, projections left out (C5.2, C7.2)."""

from typing import Any

from toolspan.blocks import Base64Source, Block, MediaBlock, ReasoningBlock, TextBlock, ToolCallBlock
from toolspan.encode import encode
from toolspan.messages.message import ChatMessage
from toolspan.messages.result import ChatResult, TokenUsage
from toolspan.strict import misshapen


def json_text(value: dict[str, Any]) -> str:
    """Compact JSON text; raises `InvalidMessageError` where a value has no JSON form."""
    text, problems = encode(value)
    if problems:
        raise misshapen(problems[0].pointer, problems[0].reason)
    return text


def message_value(message: ChatMessage) -> dict[str, Any]:
    """A message."""
    return {
        "role": message.role,
        "blocks": [block_value(block) for block in message.blocks],
        "metadata": message.metadata,
    }


def result_value(result: ChatResult) -> dict[str, Any]:
    """A result; nulls are written."""
    return {
        "message": message_value(result.message),
        "model": result.model,
        "response_id": result.response_id,
        "usage": None if result.usage is None else _usage_value(result.usage),
        "finish_reason": result.finish_reason,
        "metadata": result.metadata,
    }


def block_value(block: Block) -> dict[str, Any]:
    """One block; media leave out what they do not know."""
    if isinstance(block, TextBlock):
        return {"type": block.type, "text": block.text}
    if isinstance(block, MediaBlock):
        return _media_value(block)
    if isinstance(block, ReasoningBlock):
        return {"type": block.type, "text": block.text, "metadata": block.metadata}
    if isinstance(block, ToolCallBlock):
        return {
            "type": block.type,
            "call_id": block.call_id,
            "name": block.name,
            "input": block.input,
            "metadata": block.metadata,
        }
    return {
        "type": block.type,
        "call_id": block.call_id,
        "blocks": [block_value(each) for each in block.blocks],
        "is_error": block.is_error,
        "metadata": block.metadata,
    }


def _media_value(block: MediaBlock) -> dict[str, Any]:
    source = (
        {"type": "base64", "data": block.source.data}
        if isinstance(block.source, Base64Source)
        else {"type": "url", "url": block.source.url}
    )
    optional = {"name": block.name, "size_bytes": block.size_bytes, "sha256": block.sha256}
    stated = {key: value for key, value in optional.items() if value is not None}
    return {"type": block.type, "media_type": block.media_type, "source": source, **stated}


def _usage_value(usage: TokenUsage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "prompt_token_details": usage.prompt_token_details,
        "completion_token_details": usage.completion_token_details,
    }
