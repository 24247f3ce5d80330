"""Call tools that a Toolspan sidecar hosts, and get the same answer in every language."""

import toolspan.fork  # noqa: F401 first, before anything imports gRPC
from toolspan import aio
from toolspan.blocks import (
    Base64Source,
    Block,
    ContentBlock,
    MediaBlock,
    ReasoningBlock,
    TextBlock,
    ToolCallBlock,
    ToolResultBlock,
    UrlSource,
)
from toolspan.call import Call
from toolspan.cancel import CancelToken
from toolspan.credentials import Tls
from toolspan.errors import CannotCrossError, CannotReachError, InvalidMessageError, RefusedError, ToolspanError
from toolspan.events import (
    AgentRunBeginEvent,
    ChatRequestEvent,
    ChatResponseEvent,
    ContextRetrievalRequestEvent,
    ContextRetrievalResponseEvent,
    CustomEvent,
    Document,
    Event,
    ExecutionEvent,
    InputEvent,
    OutputEvent,
    ShortTermWriteEvent,
    ToolRequestEvent,
    ToolResponseEvent,
    TypedEvent,
)
from toolspan.fault import FAULT_KINDS, Cause, Fault, FaultKind
from toolspan.host import Tool, ToolContext, tool
from toolspan.hub import Toolspan, connect
from toolspan.messages import (
    ChatMessage,
    ChatResult,
    Role,
    Template,
    TokenUsage,
    UnsupportedContentError,
    find_first_system_message,
    format_prompt,
    insert_system,
    prompt_messages,
    reject_media,
)
from toolspan.normalise import normalise
from toolspan.outcome import Outcome, Raised, Returned
from toolspan.payload import Payload
from toolspan.progress import Progress
from toolspan.response import ToolResponse
from toolspan.session import SDK_VERSION as __version__
from toolspan.spec import ToolSpec
from toolspan.translate import Translated

__all__ = [
    "FAULT_KINDS",
    "AgentRunBeginEvent",
    "Base64Source",
    "Block",
    "Call",
    "CancelToken",
    "CannotCrossError",
    "CannotReachError",
    "Cause",
    "ChatMessage",
    "ChatRequestEvent",
    "ChatResponseEvent",
    "ChatResult",
    "ContentBlock",
    "ContextRetrievalRequestEvent",
    "ContextRetrievalResponseEvent",
    "CustomEvent",
    "Document",
    "Event",
    "ExecutionEvent",
    "Fault",
    "FaultKind",
    "InputEvent",
    "InvalidMessageError",
    "MediaBlock",
    "Outcome",
    "OutputEvent",
    "Payload",
    "Progress",
    "Raised",
    "ReasoningBlock",
    "RefusedError",
    "Returned",
    "Role",
    "ShortTermWriteEvent",
    "Template",
    "TextBlock",
    "Tls",
    "TokenUsage",
    "Tool",
    "ToolCallBlock",
    "ToolContext",
    "ToolRequestEvent",
    "ToolResponse",
    "ToolResponseEvent",
    "ToolResultBlock",
    "ToolSpec",
    "Toolspan",
    "ToolspanError",
    "Translated",
    "TypedEvent",
    "UnsupportedContentError",
    "UrlSource",
    "__version__",
    "aio",
    "connect",
    "find_first_system_message",
    "format_prompt",
    "insert_system",
    "normalise",
    "prompt_messages",
    "reject_media",
    "tool",
]
