"""The tools of the outcome matrix, as a user of Python would write them; matrix.ts and Matrix.java are the same tools."""

import asyncio
import dataclasses
import math
import os
import platform
import secrets
import threading
import time
from typing import Any, TypedDict

from toolspan import Call, CancelToken, ToolContext, ToolResponse, tool

BOOT = secrets.token_hex(4)

VALUES: dict[str, Any] = {
    "object": {"success": False, "error": "only data", "a": [1, {"b": None}]},
    "array": [1, "two", 3.0, None, True],
    "string": 'a "b" \u2028 é 😀',
    "empty-string": "",
    "integer": -7,
    "large-integer": 9007199254740993,
    "huge-integer": 123456789012345678901234567890,
    "float": 2.5,
    "integral-float": 1.0,
    "true": True,
    "false": False,
    "empty-object": {},
    "empty-array": [],
}


@tool
def raw(kind: str) -> Any:
    """Returns a value of one kind."""
    return VALUES[kind]


@tool
def nothing() -> None:
    """Returns nothing."""


@tool
def echo(value: Any = None) -> Any:
    """Returns its value."""
    return {"value": value}


@tool
def explicit(ok: bool, partial: bool = False) -> ToolResponse:
    """Says outright how it went."""
    if ok:
        return ToolResponse.success({"rows": 3})
    if partial:
        return ToolResponse.error("no such city", result={"rows": 1}, details={"code": "E7"})
    return ToolResponse.error("no such city")


class Failure(Exception):
    """What the tools of this file raise."""


class OddError(Failure):
    """Its text cannot be read."""

    def __str__(self) -> str:
        raise RuntimeError("this message cannot be read")


@tool(name="raise")
def raise_it(how: str) -> None:
    """Throws."""
    if how == "message":
        raise Failure("boom")
    if how == "empty":
        raise Failure("")
    if how == "odd":
        raise OddError("x")
    try:
        try:
            raise Failure("inner")
        except Failure as inner_error:
            raise Failure("middle") from inner_error
    except Failure as middle_error:
        raise Failure("outer") from middle_error


@tool
def unserializable() -> Any:
    """Returns what JSON has no form for."""
    return {"fine": 1, "n": math.nan, "list": [math.inf]}


@tool
def wait(ms: float, context: ToolContext) -> str:
    """Waits until it is stopped."""
    return "stopped" if context.wait(ms / 1000) else "slept"


@tool
async def steps(count: int, context: ToolContext) -> int:
    """Tells of its progress."""
    for i in range(1, count + 1):
        context.progress(i / count, f"step {i}")
        await asyncio.sleep(0.03)
    return count


class Asked(TypedDict, total=False):
    """One call to make."""

    tool: str
    args: Any
    timeout_ms: float
    cancel_after_ms: float
    call_id: str


def told(response: ToolResponse) -> dict[str, Any]:
    """What is told of a response."""
    fault = response.fault and dataclasses.asdict(response.fault)
    return {"success": response.success, "result": response.result, "error": response.error, "fault": fault}


def cancelled_after(ms: float | None) -> CancelToken | None:
    """A token that is cancelled by itself."""
    if ms is None:
        return None
    token = CancelToken()
    timer = threading.Timer(ms / 1000, token.cancel)
    timer.daemon = True
    timer.start()
    return token


def call_of(one: Asked) -> Call:
    """The call that was asked for."""
    timeout = one.get("timeout_ms")
    return Call(
        one["tool"],
        one.get("args") or {},
        timeout=None if timeout is None else timeout / 1000,
        cancel=cancelled_after(one.get("cancel_after_ms")),
        call_id=one.get("call_id"),
    )


@tool
def inner(calls: list[Asked], context: ToolContext, parallelism: int = 0) -> list[dict[str, Any]]:
    """Calls tools, one or many, and tells how each went."""
    made = [call_of(one) for one in calls]
    if len(made) == 1:
        one = made[0]
        return [told(context.call(one.name, one.args, timeout=one.timeout, cancel=one.cancel, call_id=one.call_id))]
    return [told(response) for response in context.call_all(made, parallelism=parallelism)]


@tool
def whoami() -> dict[str, Any]:
    """Tells in which process it runs."""
    runtime = f"{platform.python_implementation()} {platform.python_version()}"
    return {"pid": os.getpid(), "runtime": runtime, "language": "python", "boot": BOOT}


@tool
def crash() -> None:
    """Ends its process, or its thread, in the middle of the call."""
    os._exit(7)


def _leave() -> None:
    time.sleep(0.7)
    os._exit(7)


_leaving: list[int] = []


@tool
def leave(calls: int) -> str:
    """Answers, and ends its process a moment after the last of so many calls."""
    _leaving.append(calls)
    if len(_leaving) == calls:
        threading.Thread(target=_leave, daemon=True).start()
    return "bye"
