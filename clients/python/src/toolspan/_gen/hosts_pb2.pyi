from toolspan._gen import session_pb2 as _session_pb2
from toolspan._gen import tool_pb2 as _tool_pb2
from toolspan._gen import tools_pb2 as _tools_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HostState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOST_STATE_UNSPECIFIED: _ClassVar[HostState]
    HOST_STATE_STARTING: _ClassVar[HostState]
    HOST_STATE_SERVING: _ClassVar[HostState]
    HOST_STATE_DRAINING: _ClassVar[HostState]
    HOST_STATE_WAITING: _ClassVar[HostState]
HOST_STATE_UNSPECIFIED: HostState
HOST_STATE_STARTING: HostState
HOST_STATE_SERVING: HostState
HOST_STATE_DRAINING: HostState
HOST_STATE_WAITING: HostState

class AttachRequest(_message.Message):
    __slots__ = ("hello", "offers", "withdraw", "progress", "outcomes", "drain", "process", "pong")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    hello: _session_pb2.Hello
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    withdraw: _containers.RepeatedScalarFieldContainer[str]
    progress: _containers.RepeatedCompositeFieldContainer[_tools_pb2.StreamProgress]
    outcomes: _containers.RepeatedCompositeFieldContainer[InvocationOutcome]
    drain: _session_pb2.Drain
    process: HostProcess
    pong: int
    def __init__(self, hello: _Optional[_Union[_session_pb2.Hello, _Mapping]] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ..., withdraw: _Optional[_Iterable[str]] = ..., progress: _Optional[_Iterable[_Union[_tools_pb2.StreamProgress, _Mapping]]] = ..., outcomes: _Optional[_Iterable[_Union[InvocationOutcome, _Mapping]]] = ..., drain: _Optional[_Union[_session_pb2.Drain, _Mapping]] = ..., process: _Optional[_Union[HostProcess, _Mapping]] = ..., pong: _Optional[int] = ...) -> None: ...

class HostProcess(_message.Message):
    __slots__ = ("pid", "runtime", "id", "max_in_flight")
    PID_FIELD_NUMBER: _ClassVar[int]
    RUNTIME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MAX_IN_FLIGHT_FIELD_NUMBER: _ClassVar[int]
    pid: int
    runtime: str
    id: str
    max_in_flight: int
    def __init__(self, pid: _Optional[int] = ..., runtime: _Optional[str] = ..., id: _Optional[str] = ..., max_in_flight: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("welcome", "invocations", "cancel", "refusals", "drain", "accepted", "ping", "timed_out")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    INVOCATIONS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    welcome: _session_pb2.Welcome
    invocations: _containers.RepeatedCompositeFieldContainer[_tools_pb2.StreamCall]
    cancel: _containers.RepeatedScalarFieldContainer[int]
    refusals: _containers.RepeatedCompositeFieldContainer[Refusal]
    drain: _session_pb2.Drain
    accepted: _containers.RepeatedScalarFieldContainer[str]
    ping: int
    timed_out: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, welcome: _Optional[_Union[_session_pb2.Welcome, _Mapping]] = ..., invocations: _Optional[_Iterable[_Union[_tools_pb2.StreamCall, _Mapping]]] = ..., cancel: _Optional[_Iterable[int]] = ..., refusals: _Optional[_Iterable[_Union[Refusal, _Mapping]]] = ..., drain: _Optional[_Union[_session_pb2.Drain, _Mapping]] = ..., accepted: _Optional[_Iterable[str]] = ..., ping: _Optional[int] = ..., timed_out: _Optional[_Iterable[int]] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ListHostsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListHostsResponse(_message.Message):
    __slots__ = ("hosts",)
    HOSTS_FIELD_NUMBER: _ClassVar[int]
    hosts: _containers.RepeatedCompositeFieldContainer[Host]
    def __init__(self, hosts: _Optional[_Iterable[_Union[Host, _Mapping]]] = ...) -> None: ...

class Host(_message.Message):
    __slots__ = ("source", "language", "state", "pid", "runtime", "sdk_version", "isolation", "supervised", "tools", "in_flight", "queued", "restarts", "last_exit")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    RUNTIME_FIELD_NUMBER: _ClassVar[int]
    SDK_VERSION_FIELD_NUMBER: _ClassVar[int]
    ISOLATION_FIELD_NUMBER: _ClassVar[int]
    SUPERVISED_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    IN_FLIGHT_FIELD_NUMBER: _ClassVar[int]
    QUEUED_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    LAST_EXIT_FIELD_NUMBER: _ClassVar[int]
    source: str
    language: str
    state: HostState
    pid: int
    runtime: str
    sdk_version: str
    isolation: str
    supervised: bool
    tools: _containers.RepeatedScalarFieldContainer[str]
    in_flight: int
    queued: int
    restarts: int
    last_exit: str
    def __init__(self, source: _Optional[str] = ..., language: _Optional[str] = ..., state: _Optional[_Union[HostState, str]] = ..., pid: _Optional[int] = ..., runtime: _Optional[str] = ..., sdk_version: _Optional[str] = ..., isolation: _Optional[str] = ..., supervised: bool = ..., tools: _Optional[_Iterable[str]] = ..., in_flight: _Optional[int] = ..., queued: _Optional[int] = ..., restarts: _Optional[int] = ..., last_exit: _Optional[str] = ...) -> None: ...
