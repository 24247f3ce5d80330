from toolspan._gen import payload_pb2 as _payload_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Block(_message.Message):
    __slots__ = ("text", "image", "audio", "video", "document", "reasoning", "tool_call", "tool_result")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    AUDIO_FIELD_NUMBER: _ClassVar[int]
    VIDEO_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALL_FIELD_NUMBER: _ClassVar[int]
    TOOL_RESULT_FIELD_NUMBER: _ClassVar[int]
    text: TextBlock
    image: MediaBlock
    audio: MediaBlock
    video: MediaBlock
    document: MediaBlock
    reasoning: ReasoningBlock
    tool_call: ToolCallBlock
    tool_result: ToolResultBlock
    def __init__(self, text: _Optional[_Union[TextBlock, _Mapping]] = ..., image: _Optional[_Union[MediaBlock, _Mapping]] = ..., audio: _Optional[_Union[MediaBlock, _Mapping]] = ..., video: _Optional[_Union[MediaBlock, _Mapping]] = ..., document: _Optional[_Union[MediaBlock, _Mapping]] = ..., reasoning: _Optional[_Union[ReasoningBlock, _Mapping]] = ..., tool_call: _Optional[_Union[ToolCallBlock, _Mapping]] = ..., tool_result: _Optional[_Union[ToolResultBlock, _Mapping]] = ...) -> None: ...

class TextBlock(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class MediaBlock(_message.Message):
    __slots__ = ("media_type", "base64", "url", "name", "size_bytes", "sha256")
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    BASE64_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    media_type: str
    base64: str
    url: str
    name: str
    size_bytes: int
    sha256: str
    def __init__(self, media_type: _Optional[str] = ..., base64: _Optional[str] = ..., url: _Optional[str] = ..., name: _Optional[str] = ..., size_bytes: _Optional[int] = ..., sha256: _Optional[str] = ...) -> None: ...

class ReasoningBlock(_message.Message):
    __slots__ = ("text", "metadata")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    text: str
    metadata: _payload_pb2.Payload
    def __init__(self, text: _Optional[str] = ..., metadata: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...

class ToolCallBlock(_message.Message):
    __slots__ = ("call_id", "name", "input", "metadata")
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    call_id: str
    name: str
    input: _payload_pb2.Payload
    metadata: _payload_pb2.Payload
    def __init__(self, call_id: _Optional[str] = ..., name: _Optional[str] = ..., input: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., metadata: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...

class ToolResultBlock(_message.Message):
    __slots__ = ("call_id", "blocks", "is_error", "metadata")
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    IS_ERROR_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    call_id: str
    blocks: _containers.RepeatedCompositeFieldContainer[Block]
    is_error: bool
    metadata: _payload_pb2.Payload
    def __init__(self, call_id: _Optional[str] = ..., blocks: _Optional[_Iterable[_Union[Block, _Mapping]]] = ..., is_error: bool = ..., metadata: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...
