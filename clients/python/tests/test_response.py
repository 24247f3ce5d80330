"""Rows of ToolResponse: its factories, its texts, its canonical JSON, its protobuf form (C2)."""

import pickle
from typing import Any

import pytest

from toolspan import (
    FAULT_KINDS,
    Base64Source,
    Cause,
    Fault,
    MediaBlock,
    Payload,
    Raised,
    Returned,
    TextBlock,
    ToolResponse,
    UrlSource,
    normalise,
)
from toolspan._gen import fault_pb2, payload_pb2, tool_pb2
from toolspan.response_wire import response_from_wire, response_to_wire

IMAGE = MediaBlock("image", "image/png", Base64Source("/w=="), "a.png", 1, "00ff")
FULL = ToolResponse.error(
    "no",
    fault=Fault("exception", "no", "java", "a.B", (Cause("java", "a.C", "inner"),), {"retry_after_ms": 5}, True),
    result={"part": 1},
    blocks=(TextBlock("t"), IMAGE, MediaBlock("audio", "audio/wav", UrlSource("https://x/y"))),
    execution_time_ms=7,
    tool_name="t",
)


def test_the_factories_and_the_questions_share_their_names() -> None:
    good, bad = ToolResponse.success([1]), ToolResponse.error("")
    assert (good.success, good.error, good.result, good.fault) == (True, None, [1], None)
    assert (bad.success, bad.error, bad.fault) == (False, "", Fault("tool_error", ""))
    with pytest.raises(TypeError):
        ToolResponse.error(None)
    with pytest.raises(ValueError, match="fault"):
        ToolResponse(error_message="x")


@pytest.mark.parametrize(
    ("kind", "error", "text"),
    [
        ("tool_error", "quota", "quota"),
        ("tool_error", "", "Tool t failed."),
        ("exception", "secret", "Tool t execute failed."),
        ("internal", "secret", "Tool t execute failed."),
        *[(kind, "as said", "as said") for kind in FAULT_KINDS if kind not in ("tool_error", "exception", "internal")],
    ],
)
def test_a_model_reads_of_a_failure(kind: Any, error: str, text: str) -> None:
    assert normalise("t", Raised(Fault(kind, error)), 0).model_text == text


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("plain", "plain"),
        (True, "true"),
        (None, "null"),
        ({"b": 1, "a": [1, 2]}, '{"b":1,"a":[1,2]}'),
        (1.0, "1.0"),
        (1e20, "100000000000000000000.0"),
        (1e21, "1e+21"),
        (-0.0, "-0.0"),
        (9223372036854775001, "9223372036854775001"),
        ({"é": "ü"}, '{"é":"ü"}'),
        (b"\xff", '{"media_type":"application/octet-stream","base64":"/w=="}'),
        (Payload(b"\xff", "image/png"), '{"media_type":"image/png","base64":"/w=="}'),
    ],
)
def test_a_model_reads_of_a_result(result: Any, text: str) -> None:
    assert ToolResponse.success(result).model_text == text


def test_the_canonical_json_has_every_key_in_order() -> None:
    assert ToolResponse.success({"b": 1.0, "a": "é"}, tool_name="t").to_json() == (
        '{"result":{"b":1.0,"a":"é"},"success":true,"error":null,"execution_time_ms":0,"tool_name":"t",'
        '"blocks":[],"fault":null}'
    )
    assert FULL.to_json() == (
        '{"result":{"part":1},"success":false,"error":"no","execution_time_ms":7,"tool_name":"t","blocks":['
        '{"type":"text","text":"t"},'
        '{"type":"image","media_type":"image/png","source":{"type":"base64","data":"/w=="},'
        '"name":"a.png","size_bytes":1,"sha256":"00ff"},'
        '{"type":"audio","media_type":"audio/wav","source":{"type":"url","url":"https://x/y"}}],'
        '"fault":{"kind":"exception","message":"no","language":"java","type":"a.B",'
        '"causes":[{"language":"java","type":"a.C","message":"inner"}],"details":{"retry_after_ms":5},"retryable":true}}'
    )


@pytest.mark.parametrize(
    "response",
    [
        FULL,
        ToolResponse.success(),
        ToolResponse.success(b"\x00"),
        ToolResponse.success(Payload(b"\x01", "image/png")),
        ToolResponse.success([2**80, 1.0, "", None]),
        ToolResponse.error("", tool_name=""),
    ],
)
def test_every_form_leads_back(response: ToolResponse) -> None:
    assert ToolResponse.from_json(response.to_json()) == response
    assert pickle.loads(pickle.dumps(response)) == response
    back = response_from_wire(response_to_wire(response), "called")
    assert back == ToolResponse(
        response.result,
        response.error,
        response.execution_time_ms,
        "called" if response.tool_name is None else response.tool_name,
        response.blocks,
        response.fault,
    )


@pytest.mark.parametrize("text", ["{}", "[]", "x", '{"result":1,"success":true,"error":"e"}'])
def test_from_json_refuses_what_is_no_response(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ToolResponse.from_json(text)


def _fault(kind: Any = fault_pb2.FAULT_KIND_TOOL_ERROR, **more: Any) -> fault_pb2.Fault:
    return fault_pb2.Fault(kind=kind, message="m", **more)


@pytest.mark.parametrize(
    ("wire", "kind", "error"),
    [
        (tool_pb2.ToolResponse(success=True, error="e"), "internal", None),
        (tool_pb2.ToolResponse(success=False), "internal", None),
        (tool_pb2.ToolResponse(success=False, error="e"), "internal", None),
        (tool_pb2.ToolResponse(success=True, fault=_fault()), "internal", None),
        (tool_pb2.ToolResponse(error="e", fault=_fault(99)), "internal", "e"),
        (tool_pb2.ToolResponse(error="e", fault=_fault(0)), "internal", "e"),
        (tool_pb2.ToolResponse(error="", fault=_fault()), "tool_error", ""),
        (
            tool_pb2.ToolResponse(success=True, result=payload_pb2.Payload(data=b"{")),
            "invalid_result",
            "Tool t returned an invalid result: the whole value is not valid JSON.",
        ),
        (
            tool_pb2.ToolResponse(success=True, result=payload_pb2.Payload(data=b"[NaN]")),
            "invalid_result",
            "Tool t returned an invalid result: the whole value is not valid JSON.",
        ),
        (
            tool_pb2.ToolResponse(error="e", fault=_fault(), result=payload_pb2.Payload(data=b"{")),
            "tool_error",
            "e",
        ),
        (
            tool_pb2.ToolResponse(error="e", fault=_fault(details=payload_pb2.Payload(data=b"[]"))),
            "tool_error",
            "e",
        ),
    ],
)
def test_a_strange_reply_is_a_failure(wire: tool_pb2.ToolResponse, kind: str, error: str | None) -> None:
    response = response_from_wire(wire, "t")
    assert response.fault is not None
    assert response.fault.kind == kind
    assert not response.success
    assert error is None or response.error == error


def test_an_absent_result_is_null_and_other_blocks_are_left_out() -> None:
    wire = tool_pb2.ToolResponse(success=True)
    wire.blocks.add().reasoning.text = "hm"
    wire.blocks.add().text.text = "t"
    assert response_from_wire(wire, "t") == ToolResponse(None, tool_name="t", blocks=(TextBlock("t"),))


def test_errors_are_cut_at_8_kib_between_code_points() -> None:
    response = normalise("t", Returned(ToolResponse.error("é" * 5000 + "\ud800")), 3)
    assert response.error == "é" * 4096
    assert response.fault is not None
    assert response.fault.message == "é" * 4096
    assert (response.tool_name, response.execution_time_ms) == ("t", 3)
