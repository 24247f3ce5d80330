from toolspan._gen import block_pb2 as _block_pb2
from toolspan._gen import payload_pb2 as _payload_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_SYSTEM: _ClassVar[Role]
    ROLE_USER: _ClassVar[Role]
    ROLE_ASSISTANT: _ClassVar[Role]
    ROLE_TOOL: _ClassVar[Role]
ROLE_UNSPECIFIED: Role
ROLE_SYSTEM: Role
ROLE_USER: Role
ROLE_ASSISTANT: Role
ROLE_TOOL: Role

class ChatMessage(_message.Message):
    __slots__ = ("role", "blocks", "metadata")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    role: Role
    blocks: _containers.RepeatedCompositeFieldContainer[_block_pb2.Block]
    metadata: _payload_pb2.Payload
    def __init__(self, role: _Optional[_Union[Role, str]] = ..., blocks: _Optional[_Iterable[_Union[_block_pb2.Block, _Mapping]]] = ..., metadata: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...

class TokenUsage(_message.Message):
    __slots__ = ("prompt_tokens", "completion_tokens", "prompt_token_details", "completion_token_details")
    class PromptTokenDetailsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class CompletionTokenDetailsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    PROMPT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TOKENS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TOKEN_DETAILS_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TOKEN_DETAILS_FIELD_NUMBER: _ClassVar[int]
    prompt_tokens: int
    completion_tokens: int
    prompt_token_details: _containers.ScalarMap[str, int]
    completion_token_details: _containers.ScalarMap[str, int]
    def __init__(self, prompt_tokens: _Optional[int] = ..., completion_tokens: _Optional[int] = ..., prompt_token_details: _Optional[_Mapping[str, int]] = ..., completion_token_details: _Optional[_Mapping[str, int]] = ...) -> None: ...

class ChatResult(_message.Message):
    __slots__ = ("message", "model", "response_id", "usage", "finish_reason", "metadata")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_ID_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    FINISH_REASON_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    message: ChatMessage
    model: str
    response_id: str
    usage: TokenUsage
    finish_reason: str
    metadata: _payload_pb2.Payload
    def __init__(self, message: _Optional[_Union[ChatMessage, _Mapping]] = ..., model: _Optional[str] = ..., response_id: _Optional[str] = ..., usage: _Optional[_Union[TokenUsage, _Mapping]] = ..., finish_reason: _Optional[str] = ..., metadata: _Optional[_Union[_payload_pb2.Payload, _Mapping]] = ...) -> None: ...
