from toolspan._gen import payload_pb2 as _payload_pb2
from toolspan._gen import session_pb2 as _session_pb2
from toolspan._gen import tool_pb2 as _tool_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GreetRequest(_message.Message):
    __slots__ = ("hello",)
    HELLO_FIELD_NUMBER: _ClassVar[int]
    hello: _session_pb2.Hello
    def __init__(self, hello: _Optional[_Union[_session_pb2.Hello, _Mapping]] = ...) -> None: ...

class GreetResponse(_message.Message):
    __slots__ = ("welcome",)
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    welcome: _session_pb2.Welcome
    def __init__(self, welcome: _Optional[_Union[_session_pb2.Welcome, _Mapping]] = ...) -> None: ...

class ListRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListResponse(_message.Message):
    __slots__ = ("tools", "revision")
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    tools: _containers.RepeatedCompositeFieldContainer[_tool_pb2.ToolSpec]
    revision: int
    def __init__(self, tools: _Optional[_Iterable[_Union[_tool_pb2.ToolSpec, _Mapping]]] = ..., revision: _Optional[int] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("tools", "revision")
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    tools: _containers.RepeatedCompositeFieldContainer[_tool_pb2.ToolSpec]
    revision: int
    def __init__(self, tools: _Optional[_Iterable[_Union[_tool_pb2.ToolSpec, _Mapping]]] = ..., revision: _Optional[int] = ...) -> None: ...

class CallRequest(_message.Message):
    __slots__ = ("name", "arguments", "timeout_ms", "call_id", "spec_digest", "invocation_key", "depth", "injected", "traceparent", "tracestate")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_MS_FIELD_NUMBER: _ClassVar[int]
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    SPEC_DIGEST_FIELD_NUMBER: _ClassVar[int]
    INVOCATION_KEY_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    INJECTED_FIELD_NUMBER: _ClassVar[int]
    TRACEPARENT_FIELD_NUMBER: _ClassVar[int]
    TRACESTATE_FIELD_NUMBER: _ClassVar[int]
    name: str
    arguments: _payload_pb2.Payload
    timeout_ms: int
    call_id: str
    spec_digest: str
    invocation_key: str
    depth: int
    injected: _payload_pb2.Payload
    traceparent: str
    tracestate: str
    def __init__(self, name: _Optional[str] = ..., arguments: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., timeout_ms: _Optional[int] = ..., call_id: _Optional[str] = ..., spec_digest: _Optional[str] = ..., invocation_key: _Optional[str] = ..., depth: _Optional[int] = ..., injected: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ..., traceparent: _Optional[str] = ..., tracestate: _Optional[str] = ...) -> None: ...

class CallResponse(_message.Message):
    __slots__ = ("response",)
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    response: _tool_pb2.ToolResponse
    def __init__(self, response: _Optional[_Union[_tool_pb2.ToolResponse, _Mapping]] = ...) -> None: ...

class CallAllRequest(_message.Message):
    __slots__ = ("total", "parallelism", "calls", "cancel")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    PARALLELISM_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    total: int
    parallelism: int
    calls: _containers.RepeatedCompositeFieldContainer[CallRequest]
    cancel: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, total: _Optional[int] = ..., parallelism: _Optional[int] = ..., calls: _Optional[_Iterable[_Union[CallRequest, _Mapping]]] = ..., cancel: _Optional[_Iterable[int]] = ...) -> None: ...

class CallAllResponse(_message.Message):
    __slots__ = ("slots",)
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    slots: _containers.RepeatedCompositeFieldContainer[Slot]
    def __init__(self, slots: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ...) -> None: ...

class Slot(_message.Message):
    __slots__ = ("index", "response")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    index: int
    response: _tool_pb2.ToolResponse
    def __init__(self, index: _Optional[int] = ..., response: _Optional[_Union[_tool_pb2.ToolResponse, _Mapping]] = ...) -> None: ...

class StreamRequest(_message.Message):
    __slots__ = ("hello", "calls", "cancel")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    hello: _session_pb2.Hello
    calls: _containers.RepeatedCompositeFieldContainer[StreamCall]
    cancel: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, hello: _Optional[_Union[_session_pb2.Hello, _Mapping]] = ..., calls: _Optional[_Iterable[_Union[StreamCall, _Mapping]]] = ..., cancel: _Optional[_Iterable[int]] = ...) -> None: ...

class StreamCall(_message.Message):
    __slots__ = ("number", "call", "wants_progress", "called_as")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    WANTS_PROGRESS_FIELD_NUMBER: _ClassVar[int]
    CALLED_AS_FIELD_NUMBER: _ClassVar[int]
    number: int
    call: CallRequest
    wants_progress: bool
    called_as: str
    def __init__(self, number: _Optional[int] = ..., call: _Optional[_Union[CallRequest, _Mapping]] = ..., wants_progress: bool = ..., called_as: _Optional[str] = ...) -> None: ...

class StreamResponse(_message.Message):
    __slots__ = ("welcome", "progress", "answers", "drain", "limits")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    welcome: _session_pb2.Welcome
    progress: _containers.RepeatedCompositeFieldContainer[StreamProgress]
    answers: _containers.RepeatedCompositeFieldContainer[StreamAnswer]
    drain: _session_pb2.Drain
    limits: _session_pb2.Limits
    def __init__(self, welcome: _Optional[_Union[_session_pb2.Welcome, _Mapping]] = ..., progress: _Optional[_Iterable[_Union[StreamProgress, _Mapping]]] = ..., answers: _Optional[_Iterable[_Union[StreamAnswer, _Mapping]]] = ..., drain: _Optional[_Union[_session_pb2.Drain, _Mapping]] = ..., limits: _Optional[_Union[_session_pb2.Limits, _Mapping]] = ...) -> None: ...

class StreamProgress(_message.Message):
    __slots__ = ("number", "progress")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    number: int
    progress: _tool_pb2.Progress
    def __init__(self, number: _Optional[int] = ..., progress: _Optional[_Union[_tool_pb2.Progress, _Mapping]] = ...) -> None: ...

class StreamAnswer(_message.Message):
    __slots__ = ("number", "response")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    number: int
    response: _tool_pb2.ToolResponse
    def __init__(self, number: _Optional[int] = ..., response: _Optional[_Union[_tool_pb2.ToolResponse, _Mapping]] = ...) -> None: ...

class SkillsPromptRequest(_message.Message):
    __slots__ = ("names",)
    NAMES_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, names: _Optional[_Iterable[str]] = ...) -> None: ...

class SkillsPromptResponse(_message.Message):
    __slots__ = ("prompt",)
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    prompt: str
    def __init__(self, prompt: _Optional[str] = ...) -> None: ...
