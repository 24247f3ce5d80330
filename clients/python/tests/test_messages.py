"""Typed messages: rules, projections, JSON and protobuf, prompts."""

import json
import pickle
from typing import Any

import pytest

import toolspan
from toolspan import (
    Base64Source,
    ChatMessage,
    ChatResult,
    InvalidMessageError,
    MediaBlock,
    Payload,
    ReasoningBlock,
    TextBlock,
    TokenUsage,
    ToolCallBlock,
    ToolResponse,
    ToolResultBlock,
    UnsupportedContentError,
    find_first_system_message,
    format_prompt,
    insert_system,
    prompt_messages,
    reject_media,
)
from toolspan._gen import block_pb2, message_pb2, payload_pb2, tool_pb2
from toolspan.blocks import Block
from toolspan.messages.to_json import block_value
from toolspan.response_wire import response_from_wire

IMAGE = MediaBlock.from_url("image", "https://x/y.png", "image/png")
CALL = ToolCallBlock("c", "n")
RESULT = ToolResultBlock("c", (TextBlock("r"),))
FULL = (
    '{"role":"assistant","blocks":[{"type":"text","text":"before"},{"type":"reasoning","text":null,"metadata":'
    '{"n":1.0,"big":9007199254740993,"e":1e-7,"f":1e+21,"g":100000000000000000000.0,"z":-0.0,"nest":{"b":[null,true],"a":"é"}}},'
    '{"type":"tool_call","call_id":"c","name":"n","input":{"a":[2.5,1]},"metadata":{}},'
    '{"type":"image","media_type":"image/png","source":{"type":"base64","data":"not base64!"},"name":"",'
    '"size_bytes":9223372036854775807,"sha256":"00"},{"type":"text","text":"after"}],"metadata":{"k":0}}'
)


def refused(act: Any, *arguments: Any) -> tuple[str, str]:
    with pytest.raises(InvalidMessageError) as caught:
        act(*arguments)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return caught.value.path, str(caught.value)


def test_order_and_every_digit_survive_json_and_protobuf() -> None:
    message = ChatMessage.from_json(FULL)
    assert message.to_json() == FULL
    assert ChatMessage.from_bytes(message.to_bytes()).to_json() == FULL
    assert ChatMessage.from_dict(message.to_dict()) == message
    assert pickle.loads(pickle.dumps(message)) == message


def test_projections_are_over_blocks_at_the_top_and_never_written() -> None:
    message = ChatMessage.from_json(FULL)
    assert message.text == "beforeafter"
    assert str(message) == "assistant: beforeafter"
    assert [call.call_id for call in message.tool_calls] == ["c"]
    assert set(message.to_dict()) == {"role", "blocks", "metadata"}
    assert ChatMessage.tool(RESULT).text == ""


def test_the_list_is_copied_and_the_maps_are_shared() -> None:
    blocks: list[Block] = [TextBlock("a")]
    arguments: dict[str, Any] = {"n": {}}
    message = ChatMessage.assistant(blocks, arguments)
    blocks.append(TextBlock("b"))
    arguments["n"]["later"] = 1
    assert message.blocks == (TextBlock("a"),)
    assert message.metadata is arguments
    assert message.to_dict()["metadata"] is arguments
    assert message.with_blocks([]).metadata is arguments
    assert message.with_metadata({"x": 1}).blocks == message.blocks
    call = ToolCallBlock("c", "n", arguments)
    assert call.input is arguments


@pytest.mark.parametrize("content", [None, "", []])
def test_no_text_is_no_block(content: Any) -> None:
    assert ChatMessage.user(content).blocks == ()
    assert ChatMessage.system(content) == ChatMessage("system")


BLOCKS: dict[str, Block] = {
    "text": TextBlock("t"),
    "image": IMAGE,
    "audio": MediaBlock.from_base64("audio", "AA==", "audio/wav"),
    "video": MediaBlock.from_url("video", "u", "video/mp4"),
    "document": MediaBlock.from_url("document", "u", "application/pdf"),
    "reasoning": ReasoningBlock("r"),
    "tool_call": CALL,
    "tool_result": RESULT,
}
MEDIA = {"image", "audio", "video", "document"}
ALLOWED: dict[Any, set[str]] = {
    "system": {"text"},
    "user": {"text", *MEDIA},
    "assistant": {"text", *MEDIA, "reasoning", "tool_call"},
    "tool": {"tool_result"},
}
WORDS = {
    "system": "SYSTEM messages accept only text",
    "user": "USER messages accept only text and media",
    "tool": "A TOOL message requires exactly one ToolResultBlock",
}


@pytest.mark.parametrize("role", ALLOWED)
@pytest.mark.parametrize("kind", BLOCKS)
def test_each_role_takes_its_blocks(role: Any, kind: str) -> None:
    value = {"role": role, "blocks": [block_value(BLOCKS[kind])]}
    if kind in ALLOWED[role]:
        assert ChatMessage(role, (BLOCKS[kind],)) == ChatMessage.from_dict(value)
        return
    words = "ToolResultBlock requires the TOOL role" if kind == "tool_result" else WORDS[role]
    assert refused(ChatMessage, role, (BLOCKS[kind],)) == ("", words)
    assert refused(ChatMessage.from_dict, value) == ("", words)


def block(**fields: Any) -> str:
    return json.dumps({"role": "assistant", "blocks": [fields]})


def result_block(*blocks: Any, **fields: Any) -> str:
    result = {"type": "tool_result", "call_id": "c", "blocks": blocks, **fields}
    return json.dumps({"role": "tool", "blocks": [result]})


URL = {"type": "url", "url": "u"}
CHOICES = "system, user, assistant, tool"
SIZE = "must be an integer from 0 to 9223372036854775807"
CONTENT = "text, image, audio, video, document"


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("[]", "", "must be an object"),
        ("{", "", "is not valid JSON"),
        ('{"a":1e999}', "", "is a number beyond the range of a double"),
        ("[" * 513 + "]" * 513, "", "is nested deeper than 512 levels"),
        ("{}", "/role", "is required"),
        ('{"role":null,"blocks":[]}', "/role", "must be a string"),
        ('{"role":"User","blocks":[]}', "/role", f"must be one of {CHOICES}"),
        ('{"role":"user"}', "/blocks", "is required"),
        ('{"role":"user","blocks":null}', "/blocks", "must be an array"),
        ('{"role":"user","blocks":[null]}', "/blocks/0", "must be an object"),
        ('{"role":"user","blocks":[],"metadata":[]}', "/metadata", "must be an object"),
        ('{"role":"nobody","blocks":[],"x/y":1,"z":2}', "/x~1y", "is not a known field"),
        (block(), "/blocks/0/type", "is required"),
        (block(type=1), "/blocks/0/type", "must be a string"),
        (block(type="texts"), "/blocks/0/type", f"must be one of {CONTENT}, reasoning, tool_call, tool_result"),
        (block(type="text", text=None), "/blocks/0/text", "must be a string"),
        (block(type="text", text=1), "/blocks/0/text", "must be a string"),
        (block(type="text", metadata={}), "/blocks/0/metadata", "is not a known field"),
        (block(type="image", source=URL), "/blocks/0/media_type", "is required"),
        (block(type="image", media_type="", source=URL), "/blocks/0/media_type", "must not be empty"),
        (block(type="image", media_type=True, source=URL), "/blocks/0/media_type", "must be a string"),
        (block(type="image", media_type="i"), "/blocks/0/source", "is required"),
        (block(type="image", media_type="i", source=None), "/blocks/0/source", "must be an object"),
        (block(type="image", media_type="i", source={}), "/blocks/0/source/type", "is required"),
        (
            block(type="image", media_type="i", source={"type": "file"}),
            "/blocks/0/source/type",
            "must be one of base64, url",
        ),
        (
            block(type="image", media_type="i", source={**URL, "data": ""}),
            "/blocks/0/source/data",
            "is not a known field",
        ),
        (block(type="image", media_type="i", source={"type": "url"}), "/blocks/0/source/url", "is required"),
        (
            block(type="image", media_type="i", source={"type": "base64", "data": ""}),
            "/blocks/0/source/data",
            "must not be empty",
        ),
        (block(type="image", media_type="i", source=URL, name=1), "/blocks/0/name", "must be a string"),
        (block(type="image", media_type="i", source=URL, size_bytes=1.0), "/blocks/0/size_bytes", SIZE),
        (block(type="image", media_type="i", source=URL, size_bytes=True), "/blocks/0/size_bytes", SIZE),
        (block(type="image", media_type="i", source=URL, size_bytes="1"), "/blocks/0/size_bytes", SIZE),
        (block(type="image", media_type="i", source=URL, size_bytes=-1), "/blocks/0/size_bytes", SIZE),
        (block(type="image", media_type="i", source=URL, size_bytes=2**63), "/blocks/0/size_bytes", SIZE),
        (block(type="reasoning", text=1), "/blocks/0/text", "must be a string"),
        (block(type="reasoning", metadata="x"), "/blocks/0/metadata", "must be an object"),
        (block(type="tool_call", name="n"), "/blocks/0/call_id", "is required"),
        (block(type="tool_call", call_id=1, name="n"), "/blocks/0/call_id", "must be a string"),
        (block(type="tool_call", call_id="c", name="n", input=[]), "/blocks/0/input", "must be an object"),
        (result_block(is_error=None), "/blocks/0/is_error", "must be true or false"),
        (result_block(is_error=0), "/blocks/0/is_error", "must be true or false"),
        (result_block({"type": "reasoning"}), "/blocks/0/blocks/0/type", f"must be one of {CONTENT}"),
        ('{"role":"tool","blocks":[{"type":"tool_result","call_id":"c"}]}', "/blocks/0/blocks", "is required"),
    ],
)
def test_shapes_are_strict(text: str, path: str, reason: str) -> None:
    assert refused(ChatMessage.from_json, text) == (path, f"{path or 'the whole value'} {reason}")
    inner = '{"message":' + text + "}"
    if path:
        assert refused(ChatResult.from_json, inner) == (f"/message{path}", f"/message{path} {reason}")


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        (block(type="tool_call", call_id="", name="n"), "/blocks/0/call_id", "call_id must not be empty"),
        (block(type="tool_call", call_id="c", name=""), "/blocks/0/name", "name must not be empty"),
        (result_block(call_id=""), "/blocks/0/call_id", "call_id must not be empty"),
        ('{"role":"tool","blocks":[]}', "", "A TOOL message requires exactly one ToolResultBlock"),
    ],
)
def test_rules_speak_for_themselves(text: str, path: str, words: str) -> None:
    assert refused(ChatMessage.from_json, text) == (path, words)


def test_two_calls_of_one_message_have_two_ids() -> None:
    words = "Duplicate tool call ID in one message"
    assert refused(ChatMessage.assistant, [CALL, TextBlock(""), ToolCallBlock("c", "other")]) == ("", words)
    assert ChatMessage.assistant([CALL, ToolCallBlock("d", "n")]).tool_calls[1].call_id == "d"


def test_what_may_be_left_out_or_null() -> None:
    image = {"type": "image", "media_type": "i", "source": URL, "name": None, "size_bytes": None, "sha256": None}
    call = {"type": "tool_call", "call_id": "c", "name": "n", "input": None}
    value = {"role": "assistant", "blocks": [{"type": "text"}, {"type": "reasoning"}, image, call], "metadata": None}
    assert ChatMessage.from_dict(value) == ChatMessage.assistant(
        [TextBlock(""), ReasoningBlock(), MediaBlock.from_url("image", "u", "i"), CALL]
    )
    assert ChatMessage.from_json(result_block()).blocks == (ToolResultBlock("c"),)


@pytest.mark.parametrize(
    ("make", "path", "words"),
    [
        (lambda: TextBlock(1), "/text", "/text must be a string"),  # type: ignore[arg-type]
        (lambda: Base64Source(""), "/data", "/data must not be empty"),
        (lambda: MediaBlock.from_url("image", "u", ""), "/media_type", "/media_type must not be empty"),
        (
            lambda: MediaBlock("text", "m", Base64Source("AA")),  # type: ignore[arg-type]
            "/type",
            "/type must be one of image, audio, video, document",
        ),
        (lambda: MediaBlock.from_url("image", "u", "m", size_bytes=True), "/size_bytes", f"/size_bytes {SIZE}"),
        (lambda: ToolCallBlock("", "n"), "/call_id", "call_id must not be empty"),
        (lambda: ToolCallBlock("c", ""), "/name", "name must not be empty"),
        (
            lambda: ToolResultBlock("c", (ReasoningBlock(),)),  # type: ignore[arg-type]
            "/blocks/0/type",
            f"/blocks/0/type must be one of {CONTENT}",
        ),
        (lambda: ChatMessage("", ()), "/role", f"/role must be one of {CHOICES}"),  # type: ignore[arg-type]
        (lambda: ChatMessage.user(["a"]), "/blocks/0", "/blocks/0 must be an object"),  # type: ignore[list-item]
        (lambda: TokenUsage(-1), "/prompt_tokens", "Token counts must be nonnegative"),
        (lambda: TokenUsage(1.0), "/prompt_tokens", "Token count must be a JSON integer"),  # type: ignore[arg-type]
        (
            lambda: TokenUsage(None, None, {}, {"a/b": 2**63}),
            "/completion_token_details/a~1b",
            f"/completion_token_details/a~1b {SIZE}",
        ),
        (lambda: ChatResult(ChatMessage.user("u")), "/message", "ChatResult requires an ASSISTANT message"),
    ],
)
def test_constructors_hold_to_the_same_rules(make: Any, path: str, words: str) -> None:
    assert refused(make) == (path, words)


@pytest.mark.parametrize(
    ("media", "size"),
    [
        (MediaBlock.from_bytes("image", bytes(4), "m"), 4),
        (MediaBlock.from_bytes("image", bytes(5), "m"), 5),
        (MediaBlock.from_bytes("image", bytes(6), "m", size_bytes=0), 0),
        (MediaBlock.from_base64("image", "=", "m"), 0),
        (MediaBlock.from_base64("image", "==", "m"), 0),
        (MediaBlock.from_base64("image", "no base64 at all", "m"), 12),
        (IMAGE, None),
        (MediaBlock.from_url("image", "u", "m", size_bytes=2**63 - 1), 2**63 - 1),
    ],
)
def test_sizes_are_stated_inferred_or_unknown(media: MediaBlock, size: int | None) -> None:
    assert media.size == size


RESULT_JSON = (
    '{"message":{"role":"assistant","blocks":[],"metadata":{}},"model":null,"response_id":"","usage":{"prompt_tokens":0,'
    '"completion_tokens":null,"prompt_token_details":{"zeta":9223372036854775807,"cached":0,"alpha":1,"m":2},'
    '"completion_token_details":{}},"finish_reason":%s,"metadata":{"x":1.0}}'
)


@pytest.mark.parametrize("reason", ["null", '""', '"stop"', '"length"', '"content_filter"', '"some_vendor_reason"'])
def test_a_result_writes_six_keys_and_keeps_zero_apart_from_unknown(reason: str) -> None:
    result = ChatResult.from_json(RESULT_JSON % reason)
    assert result.to_json() == RESULT_JSON % reason
    assert ChatResult.from_bytes(result.to_bytes()).to_json() == RESULT_JSON % reason
    assert ChatResult.from_dict(result.to_dict()) == result
    assert message_pb2.ChatResult.FromString(result.to_bytes()).usage.prompt_token_details["zeta"] == 2**63 - 1


def test_a_result_keeps_no_usage_apart_from_an_empty_one() -> None:
    bare = ChatResult(ChatMessage.assistant("a"))
    assert list(bare.to_dict()) == ["message", "model", "response_id", "usage", "finish_reason", "metadata"]
    for result in (bare, ChatResult(ChatMessage.assistant(None), usage=TokenUsage())):
        assert ChatResult.from_json(result.to_json()) == result
        assert ChatResult.from_bytes(result.to_bytes()) == result


def result_with(**fields: Any) -> dict[str, Any]:
    return {"message": {"role": "assistant", "blocks": []}, **fields}


@pytest.mark.parametrize(
    ("value", "path", "words"),
    [
        ({}, "/message", "/message is required"),
        ({"message": None}, "/message", "/message must be an object"),
        (
            {"message": {"role": "user", "blocks": []}, "model": 1},
            "/message",
            "ChatResult requires an ASSISTANT message",
        ),
        (result_with(structured_output=1), "/structured_output", "/structured_output is not a known field"),
        (result_with(finish_reason=1), "/finish_reason", "/finish_reason must be a string"),
        (result_with(usage=[]), "/usage", "/usage must be an object"),
        (result_with(usage={"total": 1}), "/usage/total", "/usage/total is not a known field"),
        (result_with(usage={"prompt_tokens": "1"}), "/usage/prompt_tokens", "Token count must be a JSON integer"),
        (result_with(usage={"prompt_tokens": -1}), "/usage/prompt_tokens", "Token counts must be nonnegative"),
        (
            result_with(usage={"completion_tokens": 2**63}),
            "/usage/completion_tokens",
            f"/usage/completion_tokens {SIZE}",
        ),
        (
            result_with(usage={"prompt_token_details": {"a": None}}),
            "/usage/prompt_token_details/a",
            "Token count must be a JSON integer",
        ),
    ],
)
def test_results_are_strict(value: dict[str, Any], path: str, words: str) -> None:
    assert refused(ChatResult.from_dict, value) == (path, words)


def message_wire(**fields: Any) -> bytes:
    return message_pb2.ChatMessage(**fields).SerializeToString()


def wire_block(**fields: Any) -> bytes:
    return message_wire(role=message_pb2.ROLE_ASSISTANT, blocks=[block_pb2.Block(**fields)])


def wire_payload(text: bytes) -> payload_pb2.Payload:
    return payload_pb2.Payload(data=text)


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        (b"", "/role", f"/role must be one of {CHOICES}"),
        (b"\x08\x09", "/role", f"/role must be one of {CHOICES}"),
        (wire_block(), "/blocks/0/type", "/blocks/0/type is required"),
        (
            wire_block(image=block_pb2.MediaBlock(url="u")),
            "/blocks/0/media_type",
            "/blocks/0/media_type must not be empty",
        ),
        (wire_block(image=block_pb2.MediaBlock(media_type="m")), "/blocks/0/source", "/blocks/0/source is required"),
        (
            wire_block(image=block_pb2.MediaBlock(media_type="m", url="u", size_bytes=-1)),
            "/blocks/0/size_bytes",
            f"/blocks/0/size_bytes {SIZE}",
        ),
        (
            wire_block(tool_call=block_pb2.ToolCallBlock(call_id="c", name="n", input=wire_payload(b"[]"))),
            "/blocks/0/input",
            "/blocks/0/input must be an object",
        ),
        (
            wire_block(reasoning=block_pb2.ReasoningBlock(metadata=wire_payload(b"{"))),
            "/blocks/0/metadata",
            "/blocks/0/metadata is not valid JSON",
        ),
        (
            message_wire(role=message_pb2.ROLE_USER, metadata=wire_payload(b"\xff")),
            "/metadata",
            "/metadata is not valid UTF-8",
        ),
        (message_wire(metadata=wire_payload(b"[]")), "/role", f"/role must be one of {CHOICES}"),
    ],
)
def test_protobuf_is_held_to_the_same_rules(data: bytes, path: str, words: str) -> None:
    assert refused(ChatMessage.from_bytes, data) == (path, words)


def test_bytes_that_are_no_protobuf_are_refused() -> None:
    assert refused(ChatMessage.from_bytes, b"\x0a\xff")[0] == ""
    assert refused(ChatResult.from_bytes, b"\xff")[0] == ""
    assert refused(ChatResult.from_bytes, b"") == ("/message", "/message is required")


def test_empty_maps_are_absent_and_empty_bytes_are_an_empty_map() -> None:
    assert ChatMessage.user(None).to_bytes() == b"\x08\x02"
    assert ChatMessage.from_bytes(message_wire(role=2, metadata=wire_payload(b""))).metadata == {}


def test_what_json_has_no_form_for_is_named_by_its_place() -> None:
    message = ChatMessage.assistant([ToolCallBlock("c", "n", {"a": [float("nan")]})])
    words = "/blocks/0/input/a/0 is NaN, a non-finite number that JSON has no form for"
    assert refused(message.to_json) == ("/blocks/0/input/a/0", words)
    assert refused(message.to_bytes) == ("/blocks/0/input/a/0", words)


def test_lone_surrogates_become_the_replacement_character() -> None:
    message = ChatMessage.assistant([TextBlock("a\ud800"), ToolCallBlock("c\udc00", "n", {"\ud800": "\ud800"})])
    assert ChatMessage.from_bytes(message.to_bytes()) == ChatMessage.from_json(message.to_json())
    assert ChatMessage.from_json('{"role":"user","blocks":[{"type":"text","text":"\ud800\\ud800"}]}').text == "��"


def test_a_tool_answer_becomes_one_block_by_one_rule() -> None:
    own = (TextBlock("own"), IMAGE)
    assert ToolResponse.success(1, blocks=own).to_result_block("c") == ToolResultBlock("c", own)
    assert ToolResponse.success({"a": 1.0}).to_result_block("c") == ToolResultBlock("c", (TextBlock('{"a":1.0}'),))
    assert ToolResponse.success("").to_result_block("c").blocks == (TextBlock(""),)
    assert ToolResponse.success(Payload(b"a", "x/y")).to_result_block("c").blocks == (
        TextBlock('{"media_type":"x/y","base64":"YQ=="}'),
    )
    failed = ToolResponse.error("", tool_name="t", blocks=own).to_result_block("c")
    assert failed == ToolResultBlock("c", (TextBlock("Tool t failed."),), is_error=True)
    assert refused(ToolResponse.success(1).to_result_block, "") == ("/call_id", "call_id must not be empty")


def test_a_broken_block_of_an_answer_makes_it_an_invalid_result() -> None:
    wire = tool_pb2.ToolResponse(success=True)
    wire.blocks.add().image.url = "u"
    response = response_from_wire(wire, "t")
    assert response.fault is not None
    assert response.fault.kind == "invalid_result"
    assert response.error == "Tool t returned an invalid result: /blocks/0/media_type must not be empty."


def test_prompts_fill_text_alone() -> None:
    image = MediaBlock.from_url("image", "{a}", "image/png")
    template = [ChatMessage.user([TextBlock("{a} {b} {c} {d} {{a}} {}"), image], {"m": "{a}"})]
    (formatted,) = format_prompt(template, {"a": True, "b": None, "c": {"x": 1.0}})
    assert formatted.blocks == (TextBlock('true  {"x":1.0} {d} {true} {}'), image)
    assert formatted.metadata == {"m": "{a}"}
    assert format_prompt("{x}", {"x": "{x}"}, "system") == [ChatMessage.system("{x}")]
    assert format_prompt("{x}", {"x": None}) == [ChatMessage.user(None)]


def test_input_follows_the_prompt_where_it_says_something() -> None:
    said = [ChatMessage.user(None), ChatMessage.assistant(None), ChatMessage.user([IMAGE]), ChatMessage.user("q")]
    assert list(map(str, prompt_messages("hi", {}, said))) == ["user: hi", "assistant: ", "user: ", "user: q"]


def test_a_system_message_goes_after_the_first_one_or_to_the_start() -> None:
    user, system = ChatMessage.user("u"), ChatMessage.system("s")
    more = ChatMessage.system("skills")
    assert insert_system([user, system, system], "skills") == [user, system, more, system]
    assert insert_system([user], "skills") == [more, user]
    assert find_first_system_message([user, system]) == 1
    assert find_first_system_message([]) == -1


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            ChatMessage.user([MediaBlock.from_base64("image", "c2VjcmV0", "image/png")]),
            "P cannot send an image block (image/png, base64 source): this integration sends text only.",
        ),
        (
            ChatMessage.tool(ToolResultBlock("c", (MediaBlock.from_url("video", "secret", "video/mp4"),))),
            "P cannot send a video block (video/mp4, url source): this integration sends text only.",
        ),
    ],
)
def test_media_that_a_provider_cannot_be_sent_is_named_without_its_payload(message: ChatMessage, words: str) -> None:
    reject_media("P", [ChatMessage.user("text")])
    with pytest.raises(UnsupportedContentError) as caught:
        reject_media("P", [ChatMessage.user("text"), message])
    assert str(caught.value) == words
    assert str(pickle.loads(pickle.dumps(caught.value))) == words


def test_other_blocks_are_named_by_their_type() -> None:
    assert str(UnsupportedContentError("P", CALL, "why")) == "P cannot send a tool_call block: why."


def test_all_words_are_exported() -> None:
    assert all(hasattr(toolspan, name) for name in toolspan.__all__)
