"""Events of an agent run: an envelope that keeps everything, and typed views of what is known of it (C7.1)."""

from toolspan.events.event import Event
from toolspan.events.typed import (
    AgentRunBeginEvent,
    ChatRequestEvent,
    ChatResponseEvent,
    ContextRetrievalRequestEvent,
    ContextRetrievalResponseEvent,
    CustomEvent,
    Document,
    ExecutionEvent,
    ExecutionStatus,
    InputEvent,
    OutputEvent,
    ShortTermWriteEvent,
    ToolRequestEvent,
    ToolResponseEvent,
    TypedEvent,
)

__all__ = [
    "AgentRunBeginEvent",
    "ChatRequestEvent",
    "ChatResponseEvent",
    "ContextRetrievalRequestEvent",
    "ContextRetrievalResponseEvent",
    "CustomEvent",
    "Document",
    "Event",
    "ExecutionEvent",
    "ExecutionStatus",
    "InputEvent",
    "OutputEvent",
    "ShortTermWriteEvent",
    "ToolRequestEvent",
    "ToolResponseEvent",
    "TypedEvent",
]
