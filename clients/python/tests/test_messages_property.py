"""Generated messages, results and damaged bytes: what is read is what was written, or an error, never a crash."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolspan import (
    Base64Source,
    ChatMessage,
    ChatResult,
    InvalidMessageError,
    MediaBlock,
    ReasoningBlock,
    TextBlock,
    TokenUsage,
    ToolCallBlock,
    ToolResultBlock,
    UrlSource,
)

# Nothing is kept between runs; print_blob shows how to repeat a failure.
settings.register_profile(
    "toolspan", database=None, deadline=None, max_examples=300, print_blob=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("toolspan")

texts = st.text(max_size=12)
filled = st.text(min_size=1, max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
maps = st.dictionaries(texts, values, max_size=3)
sizes = st.integers(0, 2**63 - 1)
media = st.builds(
    MediaBlock,
    st.sampled_from(["image", "audio", "video", "document"]),
    filled,
    st.builds(Base64Source, filled) | st.builds(UrlSource, filled),
    st.none() | texts,
    st.none() | sizes,
    st.none() | texts,
)
content = st.builds(TextBlock, texts) | media
results = st.builds(ToolResultBlock, filled, st.lists(content, max_size=3), st.booleans(), maps)
spoken = (
    content | st.builds(ReasoningBlock, st.none() | texts, maps) | st.builds(ToolCallBlock, filled, filled, maps, maps)
)
assistants = st.builds(
    ChatMessage.assistant,
    st.lists(spoken, max_size=5, unique_by=lambda each: each.call_id if isinstance(each, ToolCallBlock) else id(each)),
    maps,
)
messages = (
    assistants
    | st.builds(ChatMessage.system, st.lists(st.builds(TextBlock, texts), max_size=3), maps)
    | st.builds(ChatMessage.user, st.lists(content, max_size=4), maps)
    | st.builds(ChatMessage.tool, results, maps)
)
details = st.dictionaries(texts, sizes, max_size=4)
usages = st.builds(TokenUsage, st.none() | sizes, st.none() | sizes, details, details)
optional = st.none() | texts
chat_results = st.builds(ChatResult, assistants, optional, optional, st.none() | usages, optional, maps)


@given(messages)
def test_a_message_survives_json_and_protobuf(message: ChatMessage) -> None:
    text = message.to_json()
    assert ChatMessage.from_json(text).to_json() == text
    assert ChatMessage.from_bytes(message.to_bytes()).to_json() == text
    assert ChatMessage.from_dict(message.to_dict()) == message


@given(chat_results)
def test_a_result_survives_json_and_protobuf(result: ChatResult) -> None:
    text = result.to_json()
    assert ChatResult.from_json(text).to_json() == text
    assert ChatResult.from_bytes(result.to_bytes()).to_json() == text
    assert ChatResult.from_dict(result.to_dict()) == result


def damaged(data: bytes, places: list[tuple[int, int, int]]) -> bytes:
    """Changes, drops or inserts bytes."""
    changed = bytearray(data)
    for place, how, byte in places:
        at = place % (len(changed) + 1)
        changed[at : at + how % 2 + (how == 2)] = b"" if how == 3 else bytes([byte])
    return bytes(changed)


damage = st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 3), st.integers(0, 255)), min_size=1, max_size=4)


def read_again(kind: Any, read: Any, given_: Any) -> None:
    """Whatever is read without an error writes the same forever after."""
    try:
        value = read(given_)
    except InvalidMessageError:
        return
    text = value.to_json()
    assert kind.from_json(text).to_json() == text
    assert kind.from_bytes(value.to_bytes()).to_json() == text


@given(messages, chat_results, damage)
def test_damaged_bytes_are_refused_or_read_as_they_are(
    message: ChatMessage, result: ChatResult, places: list[tuple[int, int, int]]
) -> None:
    read_again(ChatMessage, ChatMessage.from_bytes, damaged(message.to_bytes(), places))
    read_again(ChatResult, ChatResult.from_bytes, damaged(result.to_bytes(), places))


@given(messages, chat_results, damage)
def test_damaged_json_is_refused_or_read_as_it_is(
    message: ChatMessage, result: ChatResult, places: list[tuple[int, int, int]]
) -> None:
    for kind, value in ((ChatMessage, message), (ChatResult, result)):
        text = damaged(value.to_json().encode(), places).decode("utf-8", "replace")
        read_again(kind, kind.from_json, text)


@given(values)
def test_any_json_value_is_read_or_refused(value: Any) -> None:
    for kind in (ChatMessage, ChatResult):
        read_again(kind, kind.from_dict, value)
        read_again(kind, kind.from_dict, {"role": value, "blocks": value, "message": value})
        read_again(kind, kind.from_dict, {"role": "assistant", "blocks": [value, {"type": "text", "text": value}]})
