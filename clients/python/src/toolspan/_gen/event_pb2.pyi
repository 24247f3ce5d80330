from toolspan._gen import payload_pb2 as _payload_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Event(_message.Message):
    __slots__ = ("id", "type", "attributes", "upstream_event_id", "upstream_action_name", "extra")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    UPSTREAM_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    UPSTREAM_ACTION_NAME_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    id: str
    type: str
    attributes: _payload_pb2.Payload
    upstream_event_id: str
    upstream_action_name: str
    extra: _payload_pb2.Payload
    def __init__(self, id: _Optional[str] = ..., type: _Optional[str] = ..., attributes: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., upstream_event_id: _Optional[str] = ..., upstream_action_name: _Optional[str] = ..., extra: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...
