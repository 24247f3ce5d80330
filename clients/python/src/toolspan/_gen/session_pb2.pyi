from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Hello(_message.Message):
    __slots__ = ("protocol_min", "protocol_max", "sdk_version", "language", "capabilities")
    PROTOCOL_MIN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_MAX_FIELD_NUMBER: _ClassVar[int]
    SDK_VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    protocol_min: int
    protocol_max: int
    sdk_version: str
    language: str
    capabilities: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, protocol_min: _Optional[int] = ..., protocol_max: _Optional[int] = ..., sdk_version: _Optional[str] = ..., language: _Optional[str] = ..., capabilities: _Optional[_Iterable[str]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "sidecar_version", "limits", "capabilities")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SIDECAR_VERSION_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    sidecar_version: str
    limits: Limits
    capabilities: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, protocol: _Optional[int] = ..., sidecar_version: _Optional[str] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., capabilities: _Optional[_Iterable[str]] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("max_message_bytes", "max_in_flight", "max_json_depth", "max_call_ms", "max_stream_arguments_bytes")
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_IN_FLIGHT_FIELD_NUMBER: _ClassVar[int]
    MAX_JSON_DEPTH_FIELD_NUMBER: _ClassVar[int]
    MAX_CALL_MS_FIELD_NUMBER: _ClassVar[int]
    MAX_STREAM_ARGUMENTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    max_message_bytes: int
    max_in_flight: int
    max_json_depth: int
    max_call_ms: int
    max_stream_arguments_bytes: int
    def __init__(self, max_message_bytes: _Optional[int] = ..., max_in_flight: _Optional[int] = ..., max_json_depth: _Optional[int] = ..., max_call_ms: _Optional[int] = ..., max_stream_arguments_bytes: _Optional[int] = ...) -> None: ...

class Drain(_message.Message):
    __slots__ = ("grace_ms",)
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    grace_ms: int
    def __init__(self, grace_ms: _Optional[int] = ...) -> None: ...
