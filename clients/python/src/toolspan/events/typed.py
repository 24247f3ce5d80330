"""The known attributes of each event of Flink Agents, typed; what is not known stays in the event (C7.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from toolspan.blocks import ToolCallBlock
from toolspan.messages import ChatMessage, ChatResult
from toolspan.response import ToolResponse

ExecutionStatus: TypeAlias = Literal["started", "success", "failed", "reused"]


@dataclass(frozen=True)
class InputEvent:
    """What an agent run begins with.

    Attributes:
        input: any JSON value.

    """

    type: ClassVar[str] = "_input_event"
    input: Any


@dataclass(frozen=True)
class OutputEvent:
    """What an agent run tells the outside.

    Attributes:
        output: any JSON value.

    """

    type: ClassVar[str] = "_output_event"
    output: Any


@dataclass(frozen=True)
class ChatRequestEvent:
    """A question to a chat model.

    Attributes:
        model: the name of the chat model resource.
        messages: the conversation.
        prompt_args: values of a prompt's placeholders, by name.
        output_schema: the schema of the answer as its writer has it; None where the answer is free text.

    """

    type: ClassVar[str] = "_chat_request_event"
    model: str
    messages: Sequence[ChatMessage]
    prompt_args: Mapping[str, Any] = field(default_factory=dict)
    output_schema: Any = None


@dataclass(frozen=True)
class ChatResponseEvent:
    """What became of a chat request: a result where SUCCESS, a text where FAILED.

    Attributes:
        request_id: the UUID of the request.
        status: SUCCESS or FAILED.
        response: the result of a success, else None.
        error: never empty where FAILED, else None.
        retry_count: attempts after the first, over all tool rounds.
        total_retry_wait_sec: seconds between attempts.
        structured_output: what the output schema made of a successful answer; None where there is none.
        model_routing: how a router chose the model; None where none did.

    """

    type: ClassVar[str] = "_chat_response_event"
    request_id: str
    status: Literal["SUCCESS", "FAILED"]
    response: ChatResult | None = None
    error: str | None = None
    retry_count: int = 0
    total_retry_wait_sec: int = 0
    structured_output: Any = None
    model_routing: Any = None


@dataclass(frozen=True)
class ToolRequestEvent:
    """A wish to call tools.

    Attributes:
        model: the chat model that asks; None where none does.
        tool_calls: each with an id of its own.

    """

    type: ClassVar[str] = "_tool_request_event"
    model: str | None
    tool_calls: Sequence[ToolCallBlock]


@dataclass(frozen=True)
class ToolResponseEvent:
    """What became of a tool request; the maps go by call id.

    Attributes:
        request_id: the UUID of the request.
        responses: where an event tells no fault of a failure, it is `tool_error` with the failure's text.
        success: whether each tool did its job.
        error: the diagnostic text of each failure; None where its writer had none.
        external_ids: the id that the model's provider gave each call; None where it gave none.
        timestamp: milliseconds since 1970; None where its writer tells none.

    """

    type: ClassVar[str] = "_tool_response_event"
    request_id: str
    responses: Mapping[str, ToolResponse]
    success: Mapping[str, bool]
    error: Mapping[str, str | None]
    external_ids: Mapping[str, str | None] = field(default_factory=dict)
    timestamp: int | None = None


@dataclass(frozen=True)
class ContextRetrievalRequestEvent:
    """A search in a vector store.

    Attributes:
        query: the text to search for.
        vector_store: the name of the vector store resource.
        max_results: the most documents that are wanted.

    """

    type: ClassVar[str] = "_context_retrieval_request_event"
    query: str
    vector_store: str
    max_results: int


@dataclass(frozen=True)
class Document:
    """One document of a vector store.

    Attributes:
        content: its text.
        metadata: a map of its writer's.
        id: None where it has none.
        embedding: its vector; None where it is not told.
        score: how well it fits the query, as the store counts; None where it is not told.

    """

    content: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None
    embedding: Sequence[int | float] | None = None
    score: int | float | None = None


@dataclass(frozen=True)
class ContextRetrievalResponseEvent:
    """What a search found.

    Attributes:
        request_id: the UUID of the request.
        query: the text that was searched for.
        documents: best first.

    """

    type: ClassVar[str] = "_context_retrieval_response_event"
    request_id: str
    query: str
    documents: Sequence[Document]


@dataclass(frozen=True)
class ShortTermWriteEvent:
    """What an action wrote to short-term memory.

    Attributes:
        key: the key of the partition, as text.
        value: values by path, such as `user.tier`.

    """

    type: ClassVar[str] = "_short_term_write_event"
    key: str
    value: Mapping[str, Any]


@dataclass(frozen=True)
class AgentRunBeginEvent:
    """What short-term memory holds as a run begins.

    Attributes:
        key: the key of the partition, as text.
        value: values by path, such as `user.tier`.

    """

    type: ClassVar[str] = "_agent_run_begin_event"
    key: str
    value: Mapping[str, Any]


@dataclass(frozen=True)
class ExecutionEvent:
    """How an execution goes; None is what its writer does not tell.

    Attributes:
        status: started, success, failed or reused; each has a type of its own.
        entity_type: such as `action`, `llm`, `parser`, `tool`.
        entity_name: what runs.
        entity_metadata: a map of its writer's.
        problem_category: such as `tool_call_failed`.
        error_type: the name of the exception.
        error_message: its text.

    """

    TYPES: ClassVar[Mapping[ExecutionStatus, str]] = {
        "started": "_execution_started_event",
        "success": "_execution_finished_event",
        "failed": "_execution_failed_event",
        "reused": "_execution_reused_event",
    }
    status: ExecutionStatus
    entity_type: str | None = None
    entity_name: str | None = None
    entity_metadata: Mapping[str, Any] | None = None
    problem_category: str | None = None
    error_type: str | None = None
    error_message: str | None = None

    @property
    def type(self) -> str:
        """The type of its envelope."""
        return self.TYPES[self.status]


@dataclass(frozen=True)
class CustomEvent:
    """An event of any other type.

    Attributes:
        type: the type of its envelope.
        attributes: its writer's.

    """

    type: str
    attributes: Mapping[str, Any]


TypedEvent: TypeAlias = (
    InputEvent
    | OutputEvent
    | ChatRequestEvent
    | ChatResponseEvent
    | ToolRequestEvent
    | ToolResponseEvent
    | ContextRetrievalRequestEvent
    | ContextRetrievalResponseEvent
    | ShortTermWriteEvent
    | AgentRunBeginEvent
    | ExecutionEvent
    | CustomEvent
)
