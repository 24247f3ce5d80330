from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class GetMetricsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetMetricsResponse(_message.Message):
    __slots__ = ("json",)
    JSON_FIELD_NUMBER: _ClassVar[int]
    json: str
    def __init__(self, json: _Optional[str] = ...) -> None: ...

class FollowEventsRequest(_message.Message):
    __slots__ = ("types", "verbose")
    TYPES_FIELD_NUMBER: _ClassVar[int]
    VERBOSE_FIELD_NUMBER: _ClassVar[int]
    types: _containers.RepeatedScalarFieldContainer[str]
    verbose: bool
    def __init__(self, types: _Optional[_Iterable[str]] = ..., verbose: bool = ...) -> None: ...

class FollowEventsResponse(_message.Message):
    __slots__ = ("lines", "missed")
    LINES_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedScalarFieldContainer[str]
    missed: int
    def __init__(self, lines: _Optional[_Iterable[str]] = ..., missed: _Optional[int] = ...) -> None: ...
