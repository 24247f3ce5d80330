"""Conversations: typed messages, what chat models answer, and prompts; one JSON and one protobuf form (C5)."""

from toolspan.messages.message import ChatMessage, Role, find_first_system_message
from toolspan.messages.prompt import Template, format_prompt, insert_system, prompt_messages
from toolspan.messages.result import ChatResult, TokenUsage
from toolspan.messages.unsupported import UnsupportedContentError, reject_media

__all__ = [
    "ChatMessage",
    "ChatResult",
    "Role",
    "Template",
    "TokenUsage",
    "UnsupportedContentError",
    "find_first_system_message",
    "format_prompt",
    "insert_system",
    "prompt_messages",
    "reject_media",
]
