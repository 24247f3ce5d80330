"""Rows of a function as a tool: its schema, and how arguments reach it."""

import enum
import functools
import json
import subprocess
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Optional
from uuid import UUID

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

import toolspan
from toolspan import Tool, ToolContext
from toolspan.host.arguments import Delivered
from toolspan.problems import Problem

HERE = Path(__file__).parent
NOT_GIVEN = object()


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Point:
    x: int
    y: float = 1.0


class Row(typing.TypedDict, total=False):
    name: str
    data: bytes


class Order(BaseModel):
    """What is ordered."""

    model_config = ConfigDict(strict=True, extra="forbid")

    at: datetime
    colour: Colour
    size: tuple[int, int]
    photo: bytes
    next: Optional["Order"] = None


class Cat(BaseModel):
    kind: Literal["cat"]
    data: bytes


class Dog(BaseModel):
    kind: Literal["dog"]
    data: str


def properties(function: Callable[..., Any]) -> Any:
    return toolspan.tool(function, name="t").spec("s").input_schema


def parameter(annotation: Any, default: Any = NOT_GIVEN) -> Tool[..., Any]:
    """A tool with one parameter, `a`, that returns it."""

    def t(a: Any) -> Any:
        return a

    t.__annotations__["a"] = annotation
    t.__defaults__ = None if default is NOT_GIVEN else (default,)
    return toolspan.tool(t)


def deliver(tool: Tool[..., Any], text: str) -> Any:
    given = tool.arguments.deliver(text.encode(), 512)
    if not isinstance(given, Delivered):
        return [str(problem) for problem in given]
    return tool(*given.positional, **given.named)


BIG = 10**400


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


SCHEMAS: list[tuple[Any, Any, Any]] = [
    (int, NOT_GIVEN, {"type": "integer"}),
    (Any, NOT_GIVEN, {}),
    (
        Optional[int],  # noqa: UP045 the older spelling
        NOT_GIVEN,
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    ),
    (int | None, None, {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}),
    (int, 3, {"type": "integer", "default": 3}),
    (int, NOT_GIVEN, {"type": "integer"}),
    (float, float("nan"), {"type": "number"}),
    (bytes, b"\xff", {"type": "string", "contentEncoding": "base64", "default": "/w=="}),
    (Colour, Colour.RED, {"$ref": "#/$defs/Colour", "default": "red"}),
    (
        frozenset[str],
        frozenset({"b", "a"}),
        {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "default": ["a", "b"]},
    ),
    (
        Annotated[int, Field(ge=1, description="own")],
        1,
        {"type": "integer", "minimum": 1, "description": "own", "default": 1},
    ),
    (
        datetime,
        datetime(2026, 1, 2, tzinfo=timezone.utc),
        {"type": "string", "format": "date-time", "default": "2026-01-02T00:00:00Z"},
    ),
    (Literal["a", 1], NOT_GIVEN, {"enum": ["a", 1]}),
    (dict[str, int], NOT_GIVEN, {"type": "object", "additionalProperties": {"type": "integer"}}),
]


@pytest.mark.parametrize(("annotation", "default", "schema"), SCHEMAS)
def test_a_type_has_a_schema(annotation: Any, default: Any, schema: Any) -> None:
    made = parameter(annotation, default).spec("s").input_schema
    assert made["properties"]["a"] == schema
    assert made.get("required", []) == (["a"] if default is NOT_GIVEN else [])
    assert made["type"] == "object"


DELIVERED: list[tuple[Any, str, Any]] = [
    (int, "9007199254740993", 2**53 + 1),
    (int, "1" + "0" * 400, BIG),
    (Any, "[" * 510 + "]" * 510, nested(510)),
    (list[Any], "[" * 510 + "]" * 510, nested(510)),
    (int, "2.0", 2),
    (float, "1", 1.0),
    (float, "1e-7", 1e-7),
    (Any, '{"n":1,"f":1.0,"s":"1"}', {"n": 1, "f": 1.0, "s": "1"}),
    (str, '"null"', "null"),
    (str, r'"\ud800"', "\ufffd"),
    (bytes, '"+/8A"', b"\xfb\xff\x00"),
    (bytes | None, "null", None),
    (str | bytes, '"AP8="', "AP8="),
    (list[bytes], '["AA=="]', [b"\0"]),
    (dict[str, bytes], '{"k":"AA=="}', {"k": b"\0"}),
    (tuple[bytes, str], '["AA==","AA=="]', (b"\0", "AA==")),
    (Row, '{"name":"AA==","data":"AA=="}', {"name": "AA==", "data": b"\0"}),
    (list[Row], '[{"data":""}]', [{"data": b""}]),
    (Cat | Dog, '{"kind":"cat","data":"AA=="}', Cat(kind="cat", data=b"\0")),
    (Cat | Dog, '{"kind":"dog","data":"AA=="}', Dog(kind="dog", data="AA==")),
    (Decimal, '"1.10"', Decimal("1.10")),
    (Decimal, "1.23456789012345678901234567890", Decimal("1.23456789012345678901234567890")),
    (Decimal, "3", Decimal(3)),
    (list[float | Decimal], '[1.5,"2.50"]', [1.5, Decimal("2.50")]),
    (datetime, '"2026-01-02T03:04:05.000006Z"', datetime(2026, 1, 2, 3, 4, 5, 6, timezone.utc)),
    (date, '"2026-01-02"', date(2026, 1, 2)),
    (timedelta, '"PT26H"', timedelta(hours=26)),
    (UUID, '"00000000-0000-0000-0000-000000000001"', UUID(int=1)),
    (Colour, '"blue"', Colour.BLUE),
    (set[int], "[1,2,2]", {1, 2}),
    (dict[int, str], '{"1":"a"}', {1: "a"}),
    (Point, '{"x":1}', Point(1)),
    (int | float, "1.0", 1.0),
]


@pytest.mark.parametrize(("annotation", "text", "value"), DELIVERED)
def test_a_value_is_delivered_as_its_type(annotation: Any, text: str, value: Any) -> None:
    got = deliver(parameter(annotation), f'{{"a":{text}}}')
    assert (got, type(got)) == (value, type(value))


def test_numbers_keep_their_kind() -> None:
    assert deliver(parameter(int), '{"a":1' + "0" * 5000 + "}") == 10**5000
    got = deliver(parameter(Any), '{"a":[1,1.0,-0.0,1e21]}')
    assert list(map(type, got)) == [int, float, float, float]
    assert str(got[2]) == "-0.0"


def test_strict_models_take_what_json_has() -> None:
    order = {"at": "2026-01-02T00:00:00Z", "colour": "red", "size": [1, 2], "photo": "AP8="}
    got = deliver(parameter(Order), json.dumps({"a": {**order, "next": order}}))
    assert (got.colour, got.size, got.next.photo) == (Colour.RED, (1, 2), b"\x00\xff")


@pytest.mark.parametrize(
    ("annotation", "text", "problems"),
    [
        (int, '{"a":1.5}', ["/a is refused: input should be a valid integer, got a number with a fractional part"]),
        (int, "{}", ["/a is required"]),
        (int, "[]", ["the whole value must be an object"]),
        (int, '{"a":', ["the whole value is not valid JSON"]),
        (bytes, '{"a":"A"}', ["/a is not standard base64"]),
        (float, '{"a":1' + "0" * 400 + "}", ["/a is refused: input should be a valid number"]),
        (dict[str, Point], '{"a":{"k/1":{}}}', ["/a/k~11/x is required"]),
        (
            list[int | str],
            '{"a":[1,[]]}',
            ["/a/1 is refused: input should be a valid integer", "/a/1 is refused: input should be a valid string"],
        ),
        (
            Order,
            '{"a":{"more":1,"at":"2026-01-02T00:00:00Z","colour":"red","size":[1,2],"photo":""}}',
            ["/a/at", "/a/colour", "/a/size", "/a/more is not allowed"],
        ),
    ],
)
def test_every_problem_has_its_place(annotation: Any, text: str, problems: list[str]) -> None:
    got = deliver(parameter(annotation), text)
    assert len(got) == len(problems)
    assert all(one.startswith(other) for one, other in zip(got, problems, strict=True)), got


def test_a_validator_is_foreign_code() -> None:
    class Odd(BaseModel):
        n: int

        @field_validator("n")
        @classmethod
        def check(cls, value: int) -> int:
            if value % 2 == 0:
                raise ValueError("even")
            raise KeyError(value)

    tool = parameter(Odd)
    assert deliver(tool, '{"a":{"n":2}}') == ["/a/n is refused: value error, even"]
    with pytest.raises(KeyError):
        deliver(tool, '{"a":{"n":1}}')


def test_defaults_are_the_functions_own() -> None:
    shared: list[int] = []

    def t(
        a: object = NOT_GIVEN,
        b: list[int] = shared,
        c: int = Field(3, ge=1),
        e: int = None,  # type: ignore[assignment]  # noqa: RUF013 this very spelling
        *,
        d: Annotated[list[int], Field(default_factory=lambda: [4])],
    ) -> Any:
        return a, b, c, d, e

    tool = toolspan.tool(t)
    got = deliver(tool, "{}")
    assert got[0] is NOT_GIVEN
    assert got[1] is shared
    assert got[2:] == (3, [4], None)
    schema = tool.spec("s").input_schema
    assert "required" not in schema
    assert schema["properties"]["e"] == {"type": "integer"}
    assert "default" not in schema["properties"]["a"]


def test_names_are_free() -> None:
    def t(json: int, copy: int, model_config: int, _under: int, city: Annotated[int, Field(alias="cityName")]) -> Any:
        return json, copy, model_config, _under, city

    tool = toolspan.tool(t)
    names = ["json", "copy", "model_config", "_under", "cityName"]
    assert list(tool.spec("s").input_schema["properties"]) == names
    assert deliver(tool, json.dumps({name: number for number, name in enumerate(names)})) == (0, 1, 2, 3, 4)
    assert deliver(tool, '{"json":1,"copy":1,"model_config":1,"_under":1,"city":1}') == ["/cityName is required"]


def test_unknown_keys_reach_a_function_that_has_room() -> None:
    def none(a: int) -> Any:
        return a

    def any_of(a: int, **more: Any) -> Any:
        return a, more

    def numbers(a: int, /, **more: int) -> Any:
        return a, more

    text = '{"a":1,"z":2,"":3,"__proto__":4}'
    assert deliver(toolspan.tool(none), text) == 1
    assert "additionalProperties" not in toolspan.tool(none).spec("s").input_schema
    assert deliver(toolspan.tool(any_of), text) == (1, {"z": 2, "": 3, "__proto__": 4})
    tool = toolspan.tool(numbers)
    assert tool.spec("s").input_schema["additionalProperties"] == {"type": "integer"}
    assert deliver(tool, text) == (1, {"z": 2, "": 3, "__proto__": 4})
    assert deliver(tool, '{"a":1,"z":"x"}')[0].startswith("/z is refused")


GOOGLE = """Forecasts.

    For a place.

    Args:
        city (str, optional): the city,
            or a town
        days: how many: 1 to 7

    Note:
        Not for ships.

    Returns:
        A text.
    """
REST = """Forecasts.

    For a place.

    :param city: the city,
        or a town
    :type city: str
    :param int days: how many: 1 to 7
    :returns: A text.
    """


@pytest.mark.parametrize(
    ("text", "description"),
    [(GOOGLE, "Forecasts.\n\nFor a place.\n\nNote:\n    Not for ships."), (REST, "Forecasts.\n\nFor a place.")],
)
def test_docstrings_describe(text: str, description: str) -> None:
    def t(city: str, days: int = 1) -> str:
        return city

    t.__doc__ = text
    spec = toolspan.tool(t).spec("s")
    assert spec.description == description
    assert spec.input_schema["properties"]["city"]["description"] == "the city, or a town"
    assert spec.input_schema["properties"]["days"]["description"] == "how many: 1 to 7"
    assert toolspan.tool(t, description="own").spec("s").description == "own"


def test_the_context_is_hidden() -> None:
    def plain(a: int, context: ToolContext) -> None: ...
    async def later(*, context: toolspan.aio.ToolContext | None = None) -> None: ...

    assert list(properties(plain)["properties"]) == ["a"]
    assert properties(later) == {"type": "object", "properties": {}}
    assert (toolspan.tool(plain).is_async, toolspan.tool(later).is_async) == (False, True)
    assert toolspan.tool(functools.partial(later), name="p").is_async


def many(*a: int) -> None: ...
def generates() -> Any:
    yield 1


def calls(a: int, b: Callable[[int], int]) -> None: ...


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: toolspan.tool(many), r"many has \*a: arguments have names, so use a list parameter"),
        (lambda: toolspan.tool(generates), "generates is a generator"),
        (lambda: toolspan.tool(calls), "calls cannot be described: its parameter b: Cannot generate"),
        (lambda: toolspan.tool(lambda: 1), 'name "<lambda>" is not 1 to 128 of'),
        (lambda: toolspan.tool(many, name="a b"), 'name "a b" is not 1 to 128 of'),
        (lambda: toolspan.tool(test_the_context_is_hidden, timeout=0), "timeout 0: it is seconds above 0"),
        (lambda: toolspan.tool(Thing.work), "is a method"),
        (lambda: toolspan.tool(3), "not of int"),  # type: ignore[call-overload]
        (lambda: toolspan.tool(lambda: 1, name="t", output=True), "no type hint of what it returns"),
    ],
)
def test_what_cannot_be_a_tool_says_why(make: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make()


class Thing:
    def work(self, a: int) -> int:
        """Works."""
        return a + 1


def test_a_bound_method_is_a_tool() -> None:
    tool = toolspan.tool(Thing().work, timeout=2.5, idempotent=True)
    assert (tool.name, tool.description, tool(1), deliver(tool, '{"a":1}')) == ("work", "Works.", 2, 2)
    spec = tool.spec("s")
    assert (spec.timeout, spec.idempotent, spec.output_schema, spec.full_name) == (2.5, True, None, "s.work")


def test_an_output_is_checked() -> None:
    @toolspan.tool(output=True)
    def t() -> dict[str, Point]:
        return {}

    assert t.output is not None
    assert t.output.schema["additionalProperties"] == {"$ref": "#/$defs/Point"}
    assert t.output.check({"p": {"x": "y"}})[1] == [
        Problem("/p/x", "is refused: input should be a valid integer, unable to parse string as an integer")
    ]
    assert t.output.check({"p": Point(1)}) == ({"p": {"x": 1, "y": 1.0}}, [])
    given = {"type": "array"}
    assert toolspan.tool(lambda: 1, name="t", output=given).spec("s").output_schema == given


def test_two_processes_say_the_same() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_tool as t\n"
        "tools = [t.parameter(a, d) for a, d, _ in t.SCHEMAS] + [t.parameter(a) for a, *_ in t.DELIVERED]\n"
        "print([each.arguments.schema for each in tools])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code, str(HERE)],
            env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
