"""Rows of value encoding and decoding (C1)."""

import decimal
import json
import uuid
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pydantic
import pytest

from toolspan import Payload, ToolResponse
from toolspan.decode import InvalidJsonError, decode
from toolspan.digits import float_text, integer_text
from toolspan.encode import MAX_DEPTH, _Writer, encode

UTC = timezone.utc


class Level(IntEnum):
    HIGH = 3


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: Decimal


class Model(pydantic.BaseModel):
    colour: Colour = pydantic.Field(serialization_alias="Colour")
    at: datetime
    data: bytes
    point: Point


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


def cycle() -> Any:
    value: dict[str, Any] = {"a": [1]}
    value["a"].append(value)
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (2**53 + 1, "9007199254740993"),
        (2**64 - 1, "18446744073709551615"),
        (Level.HIGH, "3"),
        ([1, 1.0, -0.0], "[1,1.0,-0.0]"),
        (1e20, "100000000000000000000.0"),
        (1e21, "1e+21"),
        (1e-7, "1e-7"),
        (0.1, "0.1"),
        (5e-324, "5e-324"),
        (123456.789, "123456.789"),
        ('é\u2028"\\\n\x01😀', '"é\u2028\\"\\\\\\n\\u0001😀"'),
        ("a\ud800b", '"a\ufffdb"'),
        ("\ud83d\ude00", '"😀"'),
        (Decimal("1.10"), '"1.10"'),
        (Decimal("1E+3"), '"1000"'),
        (Decimal("-1E-7"), '"-0.0000001"'),
        (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), '"2026-01-02T03:04:05Z"'),
        (datetime(2026, 1, 2, 3, 4, 5, 120000, tzinfo=timezone(timedelta(hours=2))), '"2026-01-02T01:04:05.12Z"'),
        (uuid.UUID(int=0xABC), '"00000000-0000-0000-0000-000000000abc"'),
        (b"\xfb\xff\x00", '"+/8A"'),
        (bytearray(b"a"), '"YQ=="'),
        (memoryview(b"ab"), '"YWI="'),
        ({2: "a", True: "b", None: "c", 1.5: "d"}, '{"2":"a","true":"b","null":"c","1.5":"d"}'),
        ({uuid.UUID(int=1): 1}, '{"00000000-0000-0000-0000-000000000001":1}'),
        ({"": 1, "__proto__": 2, "é": 3}, '{"":1,"__proto__":2,"é":3}'),
        ((1, [2]), "[1,[2]]"),
        (range(3), "[0,1,2]"),
        (
            {"s": {3, 1, 2}, "f": frozenset({"b", "a"}), "k": {"x": 1}.keys(), "v": {"x": 1}.values(), "m": {"a", 1}},
            '{"s":[1,2,3],"f":["a","b"],"k":["x"],"v":[1],"m":[1,"a"]}',
        ),
        (
            [date(2026, 1, 2), time(3, 4), timedelta(hours=26, seconds=1.5), -timedelta(minutes=1), timedelta(0)],
            '["2026-01-02","03:04:00","PT26H1.5S","PT-1M","PT0S"]',
        ),
        ([Colour.RED, {Colour.RED: 1}], '["red",{"red":1}]'),
        ([Path("/a/b"), ip_address("::1")], '["/a/b","::1"]'),
        ([ValueError("bad")], '[{"name":"ValueError","message":"bad"}]'),
        (Point(1, Decimal("2.50")), '{"x":1,"y":"2.50"}'),
        (
            Model(
                colour=Colour.RED,
                at=datetime(2026, 1, 2, tzinfo=timezone.utc),
                data=b"\xff",
                point=Point(1, Decimal(2)),
            ),
            '{"Colour":"red","at":"2026-01-02T00:00:00Z","data":"/w==","point":{"x":1,"y":"2"}}',
        ),
        (
            [ToolResponse.success(1)],
            '[{"result":1,"success":true,"error":null,"execution_time_ms":0,"tool_name":null,"blocks":[],"fault":null}]',
        ),
        ({"p": Payload(b'{"x": 1.50}')}, '{"p":{"x": 1.50}}'),
        ([Payload(b"\xff", "image/png")], '[{"media_type":"image/png","base64":"/w=="}]'),
        (nested(512), "[" * 512 + "]" * 512),
    ],
)
def test_a_value_has_one_text(value: Any, text: str) -> None:
    assert encode(value) == (text, [])


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        ({"a": float("nan")}, ["/a is NaN, a non-finite number that JSON has no form for"]),
        (
            [float("inf"), float("-inf"), Decimal("NaN")],
            [
                "/0 is Infinity, a non-finite number that JSON has no form for",
                "/1 is -Infinity, a non-finite number that JSON has no form for",
                "/2 is NaN, a non-finite number that JSON has no form for",
            ],
        ),
        (cycle(), ["/a/1 refers to a value that contains it"]),
        ({1: 1, "1": 2}, ['the whole value has two keys that both become "1"']),
        ({"x/y~z": object()}, ["/x~1y~0z is a object, which JSON has no form for"]),
        ({"s": {(1, object)}}, ["/s/0/1 is a type, which JSON has no form for"]),
        ({"g": (each for each in [1])}, ["/g is a generator, which JSON has no form for"]),
        ([datetime(2026, 1, 2)], ["/0 is a time without a zone"]),
        ({"a": {datetime(2026, 1, 2): 1}}, ["/a is a time without a zone"]),
        ([Payload(b"{")], ["/0 is not valid JSON"]),
        (nested(513), ["/0" * 512 + " is nested deeper than 512 levels"]),
    ],
)
def test_what_cannot_cross_is_named(value: Any, problems: list[str]) -> None:
    assert [str(problem) for problem in encode(value)[1]] == problems


def test_the_same_list_twice_is_no_cycle() -> None:
    shared: list[int] = [1]
    assert encode([shared, shared]) == ("[[1],[1]]", [])


def test_integers_of_any_size_cross_both_ways() -> None:
    huge = 7**9000  # 7,606 digits, over Python's own limit of one conversion
    text, _ = encode({"n": huge})
    assert len(text) == len('{"n":}') + 7606
    assert decode(text.encode()) == {"n": huge}
    assert decode(integer_text(-huge).encode()) == -huge


def test_a_double_survives_its_text() -> None:
    for number in (1.7976931348623157e308, 2.2250738585072014e-308, 1 / 3, 1e22, 123e-9, 2.0**60):
        assert float(float_text(number)) == number
        assert float_text(-number) == "-" + float_text(number)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b' {"a": [1, 1.0, -0.0]} ', {"a": [1, 1.0, -0.0]}),
        (b'{"a":1,"a":2}', {"a": 2}),
        (b'"\\ud800x"', "\ufffdx"),
        (b'{"\\udc00": ["\\ud83d\\ude00"]}', {"\ufffd": ["😀"]}),
        (b'"[[[["', "[[[["),
        (b"[" * 512 + b"]" * 512, nested(512)),
        (b"1e308", 1e308),
    ],
)
def test_json_is_read(data: bytes, value: Any) -> None:
    assert decode(data) == value
    assert type(decode(data)) is type(value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not valid JSON"),
        (b"{", "is not valid JSON"),
        (b"NaN", "is not valid JSON"),
        (b"[-Infinity]", "is not valid JSON"),
        (b"01", "is not valid JSON"),
        (b"'a'", "is not valid JSON"),
        (b"[1,]", "is not valid JSON"),
        (b"\xff", "is not valid UTF-8"),
        (b"1" * 300 + b"e20", "is a number beyond the range of a double"),
        (b"[1e400]", "is a number beyond the range of a double"),
        (b"[-1E+0400]", "is a number beyond the range of a double"),
        (b"1" * 400 + b".5", "is a number beyond the range of a double"),
        (b'["\\\\",' + b"[" * 512 + b"]" * 513, "is nested deeper than 512 levels"),
        (b"[" * 513 + b"]" * 513, "is nested deeper than 512 levels"),
        (b"[" * 100_000, "is nested deeper than 512 levels"),
        (b'{"a":' * 10_000, "is nested deeper than 512 levels"),
    ],
)
def test_what_is_not_json_is_a_problem(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidJsonError) as caught:
        decode(data)
    assert [str(problem) for problem in caught.value.problems] == [f"the whole value {reason}"]


def test_depth_costs_the_caller_no_recursion() -> None:
    def deep(levels: int) -> Any:
        return deep(levels - 1) if levels else (decode(b"[" * 512 + b"]" * 512), encode(nested(512)))

    assert deep(700)[0] == nested(512)


def test_a_context_of_decimals_does_not_matter() -> None:
    with decimal.localcontext() as context:
        context.prec = 3
        assert encode(Decimal("1.23456789"))[0] == '"1.23456789"'


def test_ordinary_values_are_what_json_says() -> None:
    value = {"s": "x", "l": [1, 2.5, None, True], "m": {"k": []}}
    assert json.loads(encode(value)[0]) == value


@pytest.mark.parametrize("text", ['[{"' + "a" * 100_000, '[{"' + '\\"' * 100_000, '[{"' + "\\" * 99_999])
def test_a_string_that_is_not_closed_is_refused_at_once(text: str) -> None:
    with pytest.raises(InvalidJsonError):
        decode(text.encode())


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1e16, 1e-7, 1.5, -0.0, 5e-324], "e-4": "1e+5", "é": '\u2028"\\\x7f'},
        {"a": "\ud800"},
        {"a": float("nan")},
        {"a": {1: 2, "1": 3}},
        {"a": (1, b"x", 10**700)},
    ],
)
def test_the_short_way_of_writing_says_what_the_long_one_says(value: Any) -> None:
    writer = _Writer(MAX_DEPTH)
    writer.run(value)
    text, problems = encode(value)
    assert problems == writer.problems
    assert problems or text == "".join(writer.parts)


@pytest.mark.parametrize("text", [b'["[[[","]"' + b',"[{"' * 600 + b"]", b'"1e400"', b"9" * 400, b"1" * 310 + b"e-5"])
def test_what_only_looks_too_deep_or_too_large_is_read(text: bytes) -> None:
    assert decode(text) is not None
