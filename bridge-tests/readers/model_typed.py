"""A model of the readers of typed blocks, which no release holds yet: what they take, refuse and hold."""

import json
from typing import Annotated, Any, Literal
from uuid import UUID

from model_java import Closed, Map
from pydantic import ConfigDict, Field, StringConstraints, model_validator

Name = Annotated[str, StringConstraints(min_length=1)]
Count = Annotated[int, Field(ge=0, le=2**63 - 1)]


class Text(Closed):
    """A block of text."""

    type: Literal["text"]
    text: str = ""


class Base64(Closed):
    """Media inside the message."""

    type: Literal["base64"]
    data: Name


class Url(Closed):
    """Media elsewhere."""

    type: Literal["url"]
    url: Name


class Media(Closed):
    """A block of media."""

    type: Literal["image", "audio", "video", "document"]
    media_type: Name
    source: Annotated[Base64 | Url, Field(discriminator="type")]
    name: str | None = None
    size_bytes: Count | None = None
    sha256: str | None = None


class Reasoning(Closed):
    """A block of reasoning."""

    type: Literal["reasoning"]
    text: str | None
    metadata: Map


class ToolCall(Closed):
    """A block that asks for a tool."""

    type: Literal["tool_call"]
    call_id: Name
    name: Name
    input: Map | None
    metadata: Map | None


class ToolResult(Closed):
    """A block that answers one."""

    type: Literal["tool_result"]
    call_id: Name
    blocks: list[Annotated[Text | Media, Field(discriminator="type")]]
    is_error: bool = False
    metadata: Map


Block = Annotated[Text | Media | Reasoning | ToolCall | ToolResult, Field(discriminator="type")]
ALLOWED = {
    "system": (Text,),
    "user": (Text, Media),
    "assistant": (Text, Media, Reasoning, ToolCall),
    "tool": (ToolResult,),
}


class Message(Closed):
    """A message; each role takes its own kinds of blocks."""

    role: Literal["system", "user", "assistant", "tool"]
    blocks: list[Block]
    metadata: Map = Field(default_factory=dict)

    @model_validator(mode="after")
    def check(self) -> "Message":
        """The rules of roles and ids."""
        if self.role == "tool" and len(self.blocks) != 1:
            raise ValueError("A TOOL message requires exactly one ToolResultBlock")
        if not all(isinstance(one, ALLOWED[self.role]) for one in self.blocks):
            raise ValueError(f"{self.role} does not take these blocks")
        check_ids([one.call_id for one in self.blocks if isinstance(one, ToolCall)])
        return self


class Usage(Closed):
    """Counted tokens."""

    prompt_tokens: Count | None
    completion_tokens: Count | None
    prompt_token_details: dict[str, Count]
    completion_token_details: dict[str, Count]


class ChatResult(Closed):
    """What a model answered; exactly these keys."""

    message: Message
    model: str | None
    response_id: str | None
    usage: Usage | None
    finish_reason: str | None
    metadata: Map

    @model_validator(mode="after")
    def check(self) -> "ChatResult":
        """The role."""
        if self.message.role != "assistant":
            raise ValueError("ChatResult requires an ASSISTANT message")
        return self


class ToolResponse(Closed):
    """What a tool answered."""

    result: Any
    success: bool
    error: str | None
    execution_time_ms: Count
    tool_name: str | None
    blocks: list[Annotated[Text | Media, Field(discriminator="type")]] | None

    @model_validator(mode="after")
    def check(self) -> "ToolResponse":
        """The one rule."""
        if self.success != (self.error is None):
            raise ValueError("ToolResponse success and error disagree")
        return self


class JavaEvent(Closed):
    """Java's envelope."""

    id: UUID
    type: Name
    attributes: Map
    upstreamEventId: UUID | None = None
    upstreamActionName: str | None = None
    attachments: Map = Field(default_factory=dict)


class PythonEvent(JavaEvent):
    """Python's, which keeps what it does not know."""

    model_config = ConfigDict(extra="allow", strict=True)


def holds(text: str, language: str) -> Map:
    """The event as it was read, without notes of ours and without what the class fills in."""
    event = (JavaEvent if language == "java" else PythonEvent).model_validate_json(text)
    a = {key: value for key, value in event.attributes.items() if key != "_toolspan"}
    match event.type:
        case "_chat_request_event":
            a["messages"] = [_read(Message, one) for one in a["messages"]]
            a = {"prompt_args": {}, "output_schema": None, **a}
        case "_chat_response_event":
            _check_response(a)
            a["response"] = a["response"] and _read(ChatResult, a["response"])
        case "_tool_request_event":
            a["tool_calls"] = [_read(ToolCall, one) for one in a["tool_calls"]]
            check_ids([one["call_id"] for one in a["tool_calls"]])
        case "_tool_response_event":
            a["responses"] = {id: _read(ToolResponse, one) for id, one in a["responses"].items()}
            if a["success"] != {id: one["success"] for id, one in a["responses"].items()}:
                raise ValueError("success disagrees with the responses")
            if language == "java" and type(a["timestamp"]) is not int:
                raise TypeError("timestamp is no number")
    return {**json.loads(event.model_dump_json(exclude_unset=True)), "attributes": a}


def check_ids(ids: list[str]) -> None:
    """No two calls have one id."""
    if len(set(ids)) != len(ids):
        raise ValueError("Duplicate tool call ID")


def _check_response(a: Map) -> None:
    UUID(a["request_id"])
    succeeded = a["status"] == "SUCCESS" and a["response"] is not None and a["error"] is None
    failed = a["status"] == "FAILED" and a["response"] is None and bool(a["error"])
    if not succeeded and not failed:
        raise ValueError("Chat response requires SUCCESS with response or FAILED with error.")


def _read(cls: type[Closed], value: Any) -> Any:
    return json.loads(cls.read(value).model_dump_json(exclude_unset=True))
