from toolspan._gen import block_pb2 as _block_pb2
from toolspan._gen import fault_pb2 as _fault_pb2
from toolspan._gen import payload_pb2 as _payload_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ToolType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOOL_TYPE_UNSPECIFIED: _ClassVar[ToolType]
    TOOL_TYPE_MODEL_BUILT_IN: _ClassVar[ToolType]
    TOOL_TYPE_FUNCTION: _ClassVar[ToolType]
    TOOL_TYPE_REMOTE_FUNCTION: _ClassVar[ToolType]
    TOOL_TYPE_MCP: _ClassVar[ToolType]
TOOL_TYPE_UNSPECIFIED: ToolType
TOOL_TYPE_MODEL_BUILT_IN: ToolType
TOOL_TYPE_FUNCTION: ToolType
TOOL_TYPE_REMOTE_FUNCTION: ToolType
TOOL_TYPE_MCP: ToolType

class ToolSpec(_message.Message):
    __slots__ = ("name", "description", "input_schema", "output_schema", "type", "source", "timeout_ms", "idempotent", "digest", "injected_schema")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    INPUT_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_MS_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENT_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    INJECTED_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    input_schema: _payload_pb2.Payload
    output_schema: _payload_pb2.Payload
    type: ToolType
    source: str
    timeout_ms: int
    idempotent: bool
    digest: str
    injected_schema: _payload_pb2.Payload
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., input_schema: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., output_schema: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., type: _Optional[_Union[ToolType, str]] = ..., source: _Optional[str] = ..., timeout_ms: _Optional[int] = ..., idempotent: bool = ..., digest: _Optional[str] = ..., injected_schema: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...

class ToolResponse(_message.Message):
    __slots__ = ("result", "success", "error", "execution_time_ms", "tool_name", "blocks", "fault")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    EXECUTION_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    TOOL_NAME_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    result: _payload_pb2.Payload
    success: bool
    error: str
    execution_time_ms: int
    tool_name: str
    blocks: _containers.RepeatedCompositeFieldContainer[_block_pb2.Block]
    fault: _fault_pb2.Fault
    def __init__(self, result: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., success: bool = ..., error: _Optional[str] = ..., execution_time_ms: _Optional[int] = ..., tool_name: _Optional[str] = ..., blocks: _Optional[_Iterable[_Union[_block_pb2.Block, _Mapping]]] = ..., fault: _Optional[_Union[_fault_pb2.Fault, _Mapping]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("returned", "raised")
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    returned: ToolResponse
    raised: _fault_pb2.Fault
    def __init__(self, returned: _Optional[_Union[ToolResponse, _Mapping]] = ..., raised: _Optional[_Union[_fault_pb2.Fault, _Mapping]] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = ("fraction", "message", "content")
    FRACTION_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    fraction: float
    message: str
    content: _containers.RepeatedCompositeFieldContainer[_block_pb2.Block]
    def __init__(self, fraction: _Optional[float] = ..., message: _Optional[str] = ..., content: _Optional[_Iterable[_Union[_block_pb2.Block, _Mapping]]] = ...) -> None: ...
