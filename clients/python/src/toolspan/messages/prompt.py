"""Prompts: templates whose text holds `{name}` (C6.6)."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from toolspan.blocks import Block, TextBlock
from toolspan.messages.message import ChatMessage, Role, find_first_system_message
from toolspan.model_text import value_text

Template: TypeAlias = str | Sequence[ChatMessage]

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def format_prompt(template: Template, args: Mapping[str, object], role: Role = "user") -> list[ChatMessage]:
    """Fills `{name}` in text blocks; a name that is not given stays as it is, None is nothing.

    A template that is a string becomes one message of `role`.
    """
    if isinstance(template, str):
        return [ChatMessage.of(role, _filled(template, args))]
    return [message.with_blocks([_formatted(block, args) for block in message.blocks]) for message in template]


def prompt_messages(template: Template, args: Mapping[str, object], input: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The formatted template, and after it each input message that says something or is the assistant's."""
    kept = (message for message in input if message.blocks or message.role == "assistant")
    return [*format_prompt(template, args), *kept]


def insert_system(messages: Sequence[ChatMessage], text: str) -> list[ChatMessage]:
    """The messages with one more system message, right after the first one or at the start."""
    place = find_first_system_message(messages) + 1
    return [*messages[:place], ChatMessage.system(text), *messages[place:]]


def _formatted(block: Block, args: Mapping[str, object]) -> Block:
    return TextBlock(_filled(block.text, args)) if isinstance(block, TextBlock) else block


def _filled(text: str, args: Mapping[str, object]) -> str:
    return _PLACEHOLDER.sub(lambda found: _text(args[found[1]]) if found[1] in args else found[0], text)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return str.__str__(value)
    try:
        return value_text(value)
    except ValueError:  # what JSON has no form for is said as Python says it
        return str(value)
