"""The protobuf form of messages; what arrives is held to the rules of the JSON form, with the same words (C5.3)."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import DecodeError

from toolspan._gen import block_pb2, message_pb2, payload_pb2, texts
from toolspan.blocks import Block, MediaBlock, ReasoningBlock, TextBlock, ToolCallBlock
from toolspan.encode import encode
from toolspan.messages.fields import Unread
from toolspan.messages.from_json import message_of, result_of
from toolspan.messages.message import ChatMessage, Role
from toolspan.messages.result import ChatResult
from toolspan.messages.usage_wire import usage_to_bytes, usage_value
from toolspan.strict import child, misshapen
from toolspan.unicode import clean
from toolspan.wire import block_to_wire as content_to_wire

_TO_ROLE: dict[Role, message_pb2.Role] = {
    "system": message_pb2.ROLE_SYSTEM,
    "user": message_pb2.ROLE_USER,
    "assistant": message_pb2.ROLE_ASSISTANT,
    "tool": message_pb2.ROLE_TOOL,
}
_FROM_ROLE: dict[int, str] = {number: role for role, number in _TO_ROLE.items()}


def message_to_bytes(message: ChatMessage) -> bytes:
    """Raises `InvalidMessageError` where a map holds what JSON has no form for."""
    return _message_to_wire(message, "").SerializeToString()


def message_from_bytes(data: bytes) -> ChatMessage:
    """The mirror; raises `InvalidMessageError` for whatever it is not."""
    return message_of(_message_value(parsed(message_pb2.ChatMessage, data)), "")


def result_to_bytes(result: ChatResult) -> bytes:
    """Fields in the order of their numbers; the usage is written apart, since its details have an order."""
    head = message_pb2.ChatResult(
        message=_message_to_wire(result.message, "/message"),
        model=cleaned(result.model),
        response_id=cleaned(result.response_id),
    )
    tail = message_pb2.ChatResult(
        finish_reason=cleaned(result.finish_reason), metadata=map_to_wire(result.metadata, "/metadata")
    )
    usage = b"" if result.usage is None else usage_to_bytes(result.usage)
    return head.SerializeToString() + usage + tail.SerializeToString()


def result_from_bytes(data: bytes) -> ChatResult:
    """The mirror; raises `InvalidMessageError` for whatever it is not."""
    wire = parsed(message_pb2.ChatResult, data)
    value = {
        "model": wire.model if wire.HasField("model") else None,
        "response_id": wire.response_id if wire.HasField("response_id") else None,
        "usage": usage_value(data) if wire.HasField("usage") else None,
        "finish_reason": wire.finish_reason if wire.HasField("finish_reason") else None,
        "metadata": Unread(wire.metadata.data),
    }
    return result_of({"message": _message_value(wire.message), **value} if wire.HasField("message") else value, "")


def parsed(kind: Any, data: bytes) -> Any:
    """The message of a generated class; raises `InvalidMessageError` where the bytes are none."""
    try:
        return kind.FromString(bytes(data))
    except DecodeError:
        raise misshapen("", texts.NOT_PROTOBUF) from None


def cleaned(text: str | None) -> str | None:
    """Valid Unicode, or None."""
    return None if text is None else clean(text)


def _message_to_wire(message: ChatMessage, path: str) -> message_pb2.ChatMessage:
    at_blocks = child(path, "blocks")
    return message_pb2.ChatMessage(
        role=_TO_ROLE[message.role],
        blocks=[_block_to_wire(block, child(at_blocks, index)) for index, block in enumerate(message.blocks)],
        metadata=map_to_wire(message.metadata, child(path, "metadata")),
    )


def _message_value(wire: message_pb2.ChatMessage) -> dict[str, Any]:
    return {
        "role": _FROM_ROLE.get(wire.role, ""),
        "blocks": [_block_value(block) for block in wire.blocks],
        "metadata": Unread(wire.metadata.data),
    }


def _block_to_wire(block: Block, path: str) -> block_pb2.Block:
    if isinstance(block, (TextBlock, MediaBlock)):
        return content_to_wire(block)
    metadata = map_to_wire(block.metadata, child(path, "metadata"))
    if isinstance(block, ReasoningBlock):
        return block_pb2.Block(reasoning=block_pb2.ReasoningBlock(text=cleaned(block.text), metadata=metadata))
    if isinstance(block, ToolCallBlock):
        arguments = map_to_wire(block.input, child(path, "input"))
        ids = (clean(block.call_id), clean(block.name))
        return block_pb2.Block(
            tool_call=block_pb2.ToolCallBlock(call_id=ids[0], name=ids[1], input=arguments, metadata=metadata)
        )
    return block_pb2.Block(
        tool_result=block_pb2.ToolResultBlock(
            call_id=clean(block.call_id),
            blocks=[content_to_wire(each) for each in block.blocks],
            is_error=block.is_error,
            metadata=metadata,
        )
    )


def _block_value(wire: block_pb2.Block) -> dict[str, Any]:
    kind = wire.WhichOneof("kind")
    if kind is None:
        return {}
    if kind == "text":
        return {"type": kind, "text": wire.text.text}
    if kind == "reasoning":
        text = wire.reasoning.text if wire.reasoning.HasField("text") else None
        return {"type": kind, "text": text, "metadata": Unread(wire.reasoning.metadata.data)}
    if kind == "tool_call":
        call = wire.tool_call
        maps = {"input": Unread(call.input.data), "metadata": Unread(call.metadata.data)}
        return {"type": kind, "call_id": call.call_id, "name": call.name, **maps}
    if kind == "tool_result":
        result = wire.tool_result
        return {
            "type": kind,
            "call_id": result.call_id,
            "blocks": [_block_value(block) for block in result.blocks],
            "is_error": result.is_error,
            "metadata": Unread(result.metadata.data),
        }
    return {"type": kind, **_media_value(getattr(wire, kind))}


def _media_value(wire: block_pb2.MediaBlock) -> dict[str, Any]:
    source = wire.WhichOneof("source")
    value: dict[str, Any] = {"media_type": wire.media_type}
    if source == "url":
        value["source"] = {"type": "url", "url": wire.url}
    elif source == "base64":
        value["source"] = {"type": "base64", "data": wire.base64}
    for key in ("name", "size_bytes", "sha256"):
        if wire.HasField(key):
            value[key] = getattr(wire, key)
    return value


def map_to_wire(values: Mapping[str, Any], path: str) -> payload_pb2.Payload | None:
    """A JSON object as a payload; absent where it is empty."""
    if not values:
        return None
    text, problems = encode(values)
    if problems:
        raise misshapen(path + problems[0].pointer, problems[0].reason)
    return payload_pb2.Payload(data=text.encode("utf-8"))
