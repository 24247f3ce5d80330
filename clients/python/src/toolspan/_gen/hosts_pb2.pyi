from toolspan._gen import session_pb2 as _session_pb2
from toolspan._gen import tool_pb2 as _tool_pb2
from toolspan._gen import tools_pb2 as _tools_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AttachRequest(_message.Message):
    __slots__ = ("hello", "offers", "withdraw", "progress", "outcomes", "drain")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    hello: _session_pb2.Hello
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    withdraw: _containers.RepeatedScalarFieldContainer[str]
    progress: _containers.RepeatedCompositeFieldContainer[_tools_pb2.StreamProgress]
    outcomes: _containers.RepeatedCompositeFieldContainer[InvocationOutcome]
    drain: _session_pb2.Drain
    def __init__(self, hello: _Optional[_Union[_session_pb2.Hello, _Mapping]] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ..., withdraw: _Optional[_Iterable[str]] = ..., progress: _Optional[_Iterable[_Union[_tools_pb2.StreamProgress, _Mapping]]] = ..., outcomes: _Optional[_Iterable[_Union[InvocationOutcome, _Mapping]]] = ..., drain: _Optional[_Union[_session_pb2.Drain, _Mapping]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("spec",)
    SPEC_FIELD_NUMBER: _ClassVar[int]
    spec: _tool_pb2.ToolSpec
    def __init__(self, spec: _Optional[_Union[_tool_pb2.ToolSpec, _Mapping]] = ...) -> None: ...

class InvocationOutcome(_message.Message):
    __slots__ = ("number", "outcome", "execution_time_ms")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    EXECUTION_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    number: int
    outcome: _tool_pb2.Outcome
    execution_time_ms: int
    def __init__(self, number: _Optional[int] = ..., outcome: _Optional[_Union[_tool_pb2.Outcome, _Mapping]] = ..., execution_time_ms: _Optional[int] = ...) -> None: ...

class AttachResponse(_message.Message):
    __slots__ = ("welcome", "invocations", "cancel", "refusals", "drain")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    INVOCATIONS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    welcome: _session_pb2.Welcome
    invocations: _containers.RepeatedCompositeFieldContainer[_tools_pb2.StreamCall]
    cancel: _containers.RepeatedScalarFieldContainer[int]
    refusals: _containers.RepeatedCompositeFieldContainer[Refusal]
    drain: _session_pb2.Drain
    def __init__(self, welcome: _Optional[_Union[_session_pb2.Welcome, _Mapping]] = ..., invocations: _Optional[_Iterable[_Union[_tools_pb2.StreamCall, _Mapping]]] = ..., cancel: _Optional[_Iterable[int]] = ..., refusals: _Optional[_Iterable[_Union[Refusal, _Mapping]]] = ..., drain: _Optional[_Union[_session_pb2.Drain, _Mapping]] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
