"""The protobuf form of the model: one pair of functions per message, side by side."""

from collections.abc import Mapping
from typing import Any

from toolspan._gen import block_pb2, fault_pb2, payload_pb2, tool_pb2
from toolspan.blocks import MEDIA_TYPES, Base64Source, ContentBlock, MediaBlock, TextBlock, UrlSource
from toolspan.decode import InvalidJsonError, decode
from toolspan.encode import encode
from toolspan.fault import Cause, Fault, FaultKind
from toolspan.payload import Payload
from toolspan.spec import ToolSpec, ToolType
from toolspan.unicode import clean

OCTETS = "application/octet-stream"
_TO_KIND: dict[FaultKind, fault_pb2.FaultKind] = {
    "tool_error": fault_pb2.FAULT_KIND_TOOL_ERROR,
    "exception": fault_pb2.FAULT_KIND_EXCEPTION,
    "unknown_tool": fault_pb2.FAULT_KIND_UNKNOWN_TOOL,
    "invalid_arguments": fault_pb2.FAULT_KIND_INVALID_ARGUMENTS,
    "invalid_result": fault_pb2.FAULT_KIND_INVALID_RESULT,
    "result_too_large": fault_pb2.FAULT_KIND_RESULT_TOO_LARGE,
    "timeout": fault_pb2.FAULT_KIND_TIMEOUT,
    "cancelled": fault_pb2.FAULT_KIND_CANCELLED,
    "host_lost": fault_pb2.FAULT_KIND_HOST_LOST,
    "overloaded": fault_pb2.FAULT_KIND_OVERLOADED,
    "internal": fault_pb2.FAULT_KIND_INTERNAL,
}
_FROM_KIND = {number: kind for kind, number in _TO_KIND.items()}
_TO_TYPE: dict[ToolType, tool_pb2.ToolType] = {
    "model_built_in": tool_pb2.TOOL_TYPE_MODEL_BUILT_IN,
    "function": tool_pb2.TOOL_TYPE_FUNCTION,
    "remote_function": tool_pb2.TOOL_TYPE_REMOTE_FUNCTION,
    "mcp": tool_pb2.TOOL_TYPE_MCP,
}
_FROM_TYPE = {number: kind for kind, number in _TO_TYPE.items()}


def payload_to_wire(payload: Payload) -> payload_pb2.Payload:
    """The bytes as they are (C1.2)."""
    return payload_pb2.Payload(data=payload.data, media_type=payload.media_type)


def payload_from_wire(wire: payload_pb2.Payload) -> Payload:
    """The bytes as they are (C1.2)."""
    return Payload(wire.data, wire.media_type)


def value_to_wire(value: object) -> payload_pb2.Payload:
    """A result: bytes and payloads as they are, anything else as JSON. Raises ValueError where that has no form."""
    if isinstance(value, Payload):
        return payload_to_wire(value)
    if isinstance(value, bytes):
        return payload_pb2.Payload(data=value, media_type=OCTETS)
    text, problems = encode(value)
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    return payload_pb2.Payload(data=text.encode("utf-8"))


def value_from_wire(wire: payload_pb2.Payload) -> Any:
    """The value of JSON, plain bytes of octets, else the `Payload`. Raises `InvalidJsonError`."""
    if wire.media_type == "":
        return decode(wire.data)
    return wire.data if wire.media_type == OCTETS else payload_from_wire(wire)


def _object_from_wire(wire: payload_pb2.Payload) -> Mapping[str, Any]:
    try:
        value = decode(wire.data or b"{}")
    except InvalidJsonError:
        return {}
    return value if isinstance(value, dict) else {}


def fault_to_wire(fault: Fault) -> fault_pb2.Fault:
    """Field by field."""
    return fault_pb2.Fault(
        kind=_TO_KIND[fault.kind],
        message=clean(fault.message),
        language=fault.language,
        type=clean(fault.type),
        causes=[
            fault_pb2.Cause(language=cause.language, type=clean(cause.type), message=clean(cause.message))
            for cause in fault.causes
        ],
        details=value_to_wire(fault.details),
        retryable=fault.retryable,
    )


def fault_from_wire(wire: fault_pb2.Fault) -> Fault:
    """Field by field; a kind that a newer peer added reads as internal."""
    return Fault(
        kind=_FROM_KIND.get(wire.kind, "internal"),
        message=wire.message,
        language=wire.language,
        type=wire.type,
        causes=tuple(Cause(cause.language, cause.type, cause.message) for cause in wire.causes),
        details=_object_from_wire(wire.details),
        retryable=wire.retryable,
    )


def block_to_wire(block: ContentBlock) -> block_pb2.Block:
    """Text or media."""
    if isinstance(block, TextBlock):
        return block_pb2.Block(text=block_pb2.TextBlock(text=clean(block.text)))
    media = block_pb2.MediaBlock(
        media_type=clean(block.media_type),
        name=None if block.name is None else clean(block.name),
        size_bytes=block.size_bytes,
        sha256=None if block.sha256 is None else clean(block.sha256),
    )
    if isinstance(block.source, Base64Source):
        media.base64 = clean(block.source.data)
    else:
        media.url = clean(block.source.url)
    wire = block_pb2.Block()
    getattr(wire, block.type).CopyFrom(media)
    return wire


def block_from_wire(wire: block_pb2.Block) -> ContentBlock | None:
    """Text or media; None for a kind that answers do not hold, or that a newer peer added."""
    kind = wire.WhichOneof("kind")
    if kind == "text":
        return TextBlock(wire.text.text)
    if kind not in MEDIA_TYPES:
        return None
    media: block_pb2.MediaBlock = getattr(wire, kind)
    return MediaBlock(
        kind,
        media.media_type,
        UrlSource(media.url) if media.WhichOneof("source") == "url" else Base64Source(media.base64),
        media.name if media.HasField("name") else None,
        media.size_bytes if media.HasField("size_bytes") else None,
        media.sha256 if media.HasField("sha256") else None,
    )


def spec_to_wire(spec: ToolSpec) -> tool_pb2.ToolSpec:
    """Field by field; seconds become milliseconds."""
    return tool_pb2.ToolSpec(
        name=spec.name,
        description=spec.description,
        input_schema=value_to_wire(spec.input_schema),
        output_schema=None if spec.output_schema is None else value_to_wire(spec.output_schema),
        type=_TO_TYPE[spec.type],
        source=spec.source,
        timeout_ms=None if spec.timeout is None else round(spec.timeout * 1000),
        idempotent=spec.idempotent,
        digest=spec.digest,
        injected_schema=None if spec.injected_schema is None else value_to_wire(spec.injected_schema),
    )


def spec_from_wire(wire: tool_pb2.ToolSpec) -> ToolSpec:
    """Field by field; milliseconds become seconds."""
    return ToolSpec(
        name=wire.name,
        description=wire.description,
        input_schema=_object_from_wire(wire.input_schema),
        output_schema=_object_from_wire(wire.output_schema) if wire.HasField("output_schema") else None,
        type=_FROM_TYPE.get(wire.type, "function"),
        source=wire.source,
        timeout=wire.timeout_ms / 1000 if wire.HasField("timeout_ms") else None,
        idempotent=wire.idempotent,
        digest=wire.digest,
        injected_schema=_object_from_wire(wire.injected_schema) if wire.HasField("injected_schema") else None,
    )
