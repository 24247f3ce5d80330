"""Rows of a host at the sidecar itself: calls of tools that call tools, sidecars that come and go."""

import asyncio
import json
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import toolspan
from toolspan import Call, CancelToken, ToolContext, ToolResponse

ROOT = Path(__file__).resolve().parents[3]

Serve = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def address(folder: str) -> str:
    return f"unix:{folder}/d.sock"


@pytest.fixture
def serve(address: str) -> Iterator[Serve]:
    """Starts the sidecar, which has no tools of its own."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = ["node", str(ROOT / "bin" / "toolspan"), "serve", "--listen", address]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        started.append(process)
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["ready"] == 1
        return process

    yield start
    for each in started:
        each.kill()
        each.communicate()


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def facts(context: Any) -> Any:
    return {"depth": context.depth, "has_budget": context.remaining is not None and context.remaining <= 5}


def nest(n: int, context: ToolContext) -> Any:
    """As deep as it is told."""
    return context.call("anest" if n % 2 else "nest", {"n": n - 1}) if n else facts(context)


async def anest(n: int, context: toolspan.aio.ToolContext) -> Any:
    """As deep as it is told, awaited."""
    return await context.call("nest", {"n": n - 1}) if n else facts(context)


def test_tools_call_tools(address: str, serve: Serve) -> None:
    serve()
    with toolspan.connect(address) as hub:
        hub.host([nest, anest], source="py", max_in_flight=1)
        assert hub.call("nest", {"n": 4}, timeout=5).result == {"depth": 4, "has_budget": True}
        assert hub.call("anest", {"n": 3}).result["depth"] == 3
        answers = hub.call_all([Call("nest", {"n": 4}, timeout=30) for _ in range(20)])
        assert [each.result["depth"] for each in answers] == [4] * 20
        too_deep = hub.call("nest", {"n": 30})
        assert too_deep.error == "Tool nest is nested more than 16 calls deep."


def test_a_nested_call_ends_with_the_one_around_it(address: str, serve: Serve) -> None:
    serve()
    ended: list[str] = []
    both = threading.Event()

    def inner(context: ToolContext) -> None:
        both.set()
        context.wait(30)
        ended.append("inner")

    def outer(context: ToolContext) -> ToolResponse:
        answer = context.call("inner")
        ended.append(answer.fault.kind if answer.fault else "")
        return answer

    async def aouter(context: toolspan.aio.ToolContext) -> Any:
        try:
            answer = await context.call("inner")
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        # both have the same deadline, and the inner one may be told of it first
        ended.append(answer.fault.kind if answer.fault else "")
        return answer

    with toolspan.connect(address) as hub:
        hub.host([inner, outer, aouter], source="py")
        for name in ("outer", "aouter"):
            both.clear()
            ended.clear()
            token = CancelToken()
            threading.Thread(target=lambda token=token: (both.wait(10), token.cancel()), daemon=True).start()
            assert hub.call(name, cancel=token).fault.kind == "cancelled"  # type: ignore[union-attr]
            eventually(lambda: sorted(ended) == ["cancelled", "inner"])
            ended.clear()
            late = hub.call(name, timeout=1.5)
            assert late.error == f"Tool {name} timed out after 1500 ms."
            eventually(lambda: len(ended) == 2)


def test_a_nested_failure_is_passed_on(address: str, serve: Serve) -> None:
    serve()

    def outer(context: ToolContext) -> ToolResponse:
        return context.call("nowhere")

    def half(context: ToolContext) -> Any:
        one, two = context.call_all([Call("ok"), Call("nowhere")])
        return [one.result, two.error]

    with toolspan.connect(address) as hub:
        hub.host([outer, half, toolspan.tool(lambda: 1, name="ok")], source="py")
        answer = hub.call("outer")
        assert (answer.tool_name, answer.error) == ("outer", "Tool nowhere does not exist.")
        assert answer.fault is not None
        assert answer.fault.kind == "unknown_tool"
        assert hub.call("half").result == [1, "Tool nowhere does not exist."]


def test_tools_are_there_again_at_the_next_sidecar(address: str, serve: Serve) -> None:
    sidecar = serve()
    with toolspan.connect(address) as hub:
        made = hub.host([toolspan.tool(lambda: 1, name="one")], source="py")
        assert hub.call("one").result == 1
        for how in (signal.SIGTERM, signal.SIGKILL):
            sidecar.send_signal(how)
            sidecar.wait(20)
            sidecar = serve()
            eventually(lambda: made.tools == ["py.one"])
            assert hub.call("py.one").result == 1


def test_arguments_are_checked_before(address: str, serve: Serve) -> None:
    serve()

    def t(city: str, days: int = 1, wide: bytes = b"") -> Any:
        """Takes them."""
        return {"city": city, "days": days, "wide": wide}

    with toolspan.connect(address) as hub:
        hub.host([t], source="py")
        assert hub.call("t", {"city": "Oslo", "days": None, "wide": b"\xff"}).result == {
            "city": "Oslo",
            "days": 1,
            "wide": "/w==",
        }
        refused = hub.call("t", {"days": "x"})
        assert refused.error == ("Tool t got invalid arguments: /city is required; /days must be integer, not string.")
        spec = hub.tools()[0]
        assert (spec.full_name, spec.description, spec.type) == ("py.t", "Takes them.", "function")
