from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TranslateRequest(_message.Message):
    __slots__ = ("to", "events", "explain")
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    EXPLAIN_FIELD_NUMBER: _ClassVar[int]
    to: str
    events: _containers.RepeatedScalarFieldContainer[str]
    explain: bool
    def __init__(self, to: _Optional[str] = ..., events: _Optional[_Iterable[str]] = ..., explain: bool = ..., **kwargs) -> None: ...

class TranslateResponse(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Translated]
    def __init__(self, events: _Optional[_Iterable[_Union[Translated, _Mapping]]] = ...) -> None: ...

class Translated(_message.Message):
    __slots__ = ("event", "refusal", "changes")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    event: str
    refusal: str
    changes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, event: _Optional[str] = ..., refusal: _Optional[str] = ..., changes: _Optional[_Iterable[str]] = ...) -> None: ...
