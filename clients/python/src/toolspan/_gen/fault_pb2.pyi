from toolspan._gen import payload_pb2 as _payload_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_TOOL_ERROR: _ClassVar[FaultKind]
    FAULT_KIND_EXCEPTION: _ClassVar[FaultKind]
    FAULT_KIND_UNKNOWN_TOOL: _ClassVar[FaultKind]
    FAULT_KIND_INVALID_ARGUMENTS: _ClassVar[FaultKind]
    FAULT_KIND_INVALID_RESULT: _ClassVar[FaultKind]
    FAULT_KIND_RESULT_TOO_LARGE: _ClassVar[FaultKind]
    FAULT_KIND_TIMEOUT: _ClassVar[FaultKind]
    FAULT_KIND_CANCELLED: _ClassVar[FaultKind]
    FAULT_KIND_HOST_LOST: _ClassVar[FaultKind]
    FAULT_KIND_OVERLOADED: _ClassVar[FaultKind]
    FAULT_KIND_INTERNAL: _ClassVar[FaultKind]
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_TOOL_ERROR: FaultKind
FAULT_KIND_EXCEPTION: FaultKind
FAULT_KIND_UNKNOWN_TOOL: FaultKind
FAULT_KIND_INVALID_ARGUMENTS: FaultKind
FAULT_KIND_INVALID_RESULT: FaultKind
FAULT_KIND_RESULT_TOO_LARGE: FaultKind
FAULT_KIND_TIMEOUT: FaultKind
FAULT_KIND_CANCELLED: FaultKind
FAULT_KIND_HOST_LOST: FaultKind
FAULT_KIND_OVERLOADED: FaultKind
FAULT_KIND_INTERNAL: FaultKind

class Fault(_message.Message):
    __slots__ = ("kind", "message", "language", "type", "causes", "details", "retryable")
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CAUSES_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    RETRYABLE_FIELD_NUMBER: _ClassVar[int]
    kind: FaultKind
    message: str
    language: str
    type: str
    causes: _containers.RepeatedCompositeFieldContainer[Cause]
    details: _payload_pb2.Payload
    retryable: bool
    def __init__(self, kind: _Optional[_Union[FaultKind, str]] = ..., message: _Optional[str] = ..., language: _Optional[str] = ..., type: _Optional[str] = ..., causes: _Optional[_Iterable[_Union[Cause, _Mapping]]] = ..., details: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., retryable: bool = ...) -> None: ...

class Cause(_message.Message):
    __slots__ = ("language", "type", "message")
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    language: str
    type: str
    message: str
    def __init__(self, language: _Optional[str] = ..., type: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...
