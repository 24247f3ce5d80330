"""Rows of a host: what it says to its sidecar, whatever its tools do."""

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from hosts import Attached, Hosts

import toolspan
from toolspan import (
    CannotReachError,
    MediaBlock,
    Payload,
    RefusedError,
    TextBlock,
    ToolContext,
    ToolResponse,
    UrlSource,
)
from toolspan._gen import fault_pb2
from toolspan.host.host import Host
from toolspan.session import Session

Start = Callable[..., Host]


@pytest.fixture
def sidecar(folder: str) -> Iterator[Hosts]:
    server = Hosts(f"unix:{folder}/s.sock").start()
    yield server
    server.stop()


@pytest.fixture
def host(sidecar: Hosts) -> Iterator[Start]:
    """Starts hosts of the tools given, and closes them."""
    started: list[Host] = []

    def start(*tools: Any, timeout: float = 10, **options: Any) -> Host:
        session = Session(sidecar.address, None, None, 5)
        made = Host(tools, session, **{"source": "test", **options})
        started.append(made)
        return made.start(timeout)

    yield start
    for each in started:
        each.close(0)


class SilentError(Exception):
    def __str__(self) -> str:
        raise SystemExit(9)


def recurse() -> Any:
    return recurse()


def chained() -> Any:
    try:
        raise KeyError("k")
    except KeyError as error:
        raise ValueError("inner") from error


def circular() -> Any:
    first, second = ValueError("a"), RuntimeError("b")
    first.__cause__, second.__cause__ = second, first
    raise first


def raising(error: BaseException) -> Callable[[], Any]:
    def run() -> Any:
        raise error

    return run


RAISED: list[tuple[Callable[[], Any], str, str, list[tuple[str, str]]]] = [
    (raising(ValueError("bad")), "bad", "ValueError", []),
    (raising(TimeoutError()), "TimeoutError", "TimeoutError", []),
    (raising(SystemExit(3)), "3", "SystemExit", []),
    (raising(KeyboardInterrupt()), "KeyboardInterrupt", "KeyboardInterrupt", []),
    (raising(GeneratorExit()), "GeneratorExit", "GeneratorExit", []),
    (raising(StopIteration("x")), "x", "StopIteration", []),
    (raising(asyncio.CancelledError()), "CancelledError", "CancelledError", []),
    (raising(SilentError()), "SilentError", "SilentError", []),
    (lambda: sys.exit(3), "3", "SystemExit", []),
    (recurse, "maximum recursion depth exceeded", "RecursionError", []),
    (chained, "inner", "ValueError", [("KeyError", "'k'")]),
    (circular, "a", "ValueError", [("RuntimeError", "b")]),
    (raising(ValueError("\ud800" + "é" * 9000)), "\ufffd" + "é" * 4094, "ValueError", []),
]


@pytest.mark.parametrize("kind", ["plain", "async"])
@pytest.mark.parametrize(("run", "message", "type_name", "causes"), RAISED)
def test_whatever_is_raised_is_an_exception(
    sidecar: Hosts, host: Start, kind: str, run: Any, message: str, type_name: str, causes: Any
) -> None:
    async def later() -> Any:
        return run()

    host(toolspan.tool(run if kind == "plain" else later, name="t"), toolspan.tool(lambda: 1, name="one"))
    stream = sidecar.stream(0)
    said = stream.run("t").outcome
    if type_name == "StopIteration" and kind == "async":  # Python itself turns it into a RuntimeError
        assert said.raised.type == "RuntimeError"
        return
    assert said.WhichOneof("kind") == "raised"
    assert said.raised.kind == fault_pb2.FAULT_KIND_EXCEPTION
    assert (said.raised.message, said.raised.type, said.raised.language) == (message, type_name, "python")
    assert [(each.type, each.message) for each in said.raised.causes] == causes
    assert stream.result("one") == 1


def test_a_task_that_a_tool_started_does_not_end_the_loop(sidecar: Hosts, host: Start) -> None:
    async def starts() -> str:
        async def leaves() -> None:
            sys.exit(1)

        task = asyncio.create_task(leaves())
        await asyncio.sleep(0.02)
        return str(task.done())

    host(toolspan.tool(starts, name="t"))
    stream = sidecar.stream(0)
    assert [stream.result("t"), stream.result("t")] == ["True", "True"]


async def soon() -> int:
    await asyncio.sleep(0)
    return 5


async def many() -> Any:
    yield 1


RETURNED: list[tuple[Any, Any]] = [
    (None, None),
    ({"success": False, "error": "no"}, {"success": False, "error": "no"}),
    ("Error: no", "Error: no"),
    (2**70, 2**70),
    (ToolResponse.success([1]), [1]),
]


@pytest.mark.parametrize(("value", "result"), RETURNED)
def test_a_raw_value_is_a_success(sidecar: Hosts, host: Start, value: Any, result: Any) -> None:
    host(toolspan.tool(lambda: value, name="t"))
    assert sidecar.stream(0).result("t") == result


def test_a_coroutine_that_a_plain_function_returns_is_awaited(sidecar: Hosts, host: Start) -> None:
    host(toolspan.tool(lambda: soon(), name="t"))
    assert sidecar.stream(0).result("t") == 5


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"a": float("nan")}, "/a is NaN, a non-finite number that JSON has no form for"),
        ((each for each in [1]), "the whole value is a generator, which JSON has no form for"),
        (many(), "the whole value is an async_generator, which JSON has no form for"),
        (object(), "the whole value is a object, which JSON has no form for"),
    ],
)
def test_a_result_that_cannot_cross_is_named(sidecar: Hosts, host: Start, value: Any, problem: str) -> None:
    host(toolspan.tool(lambda: value, name="t"))
    said = sidecar.stream(0).run("t").outcome.returned
    assert said.fault.kind == fault_pb2.FAULT_KIND_INVALID_RESULT
    assert said.error.replace("is an async", "is a async") == (
        f"Tool t returned an invalid result: {problem}.".replace("is an async", "is a async")
    )
    assert json.loads(said.fault.details.data)["problems"][0]["path"] == problem.partition(" ")[0].replace("the", "")


def test_a_result_that_no_message_holds_never_leaves(sidecar: Hosts, host: Start) -> None:
    host(toolspan.tool(lambda: "x" * (1 << 20), name="t"))
    said = sidecar.stream(0).run("t").outcome.returned
    assert said.fault.kind == fault_pb2.FAULT_KIND_RESULT_TOO_LARGE
    assert said.error.endswith("over the limit of 1 MiB.")
    assert not said.HasField("result")


def test_bytes_payloads_and_blocks_travel_as_they_are(sidecar: Hosts, host: Start) -> None:
    blocks = (TextBlock("see"), MediaBlock("image", "image/png", UrlSource("http://x/y")))
    host(
        toolspan.tool(lambda: bytearray(b"\x00\xff"), name="octets"),
        toolspan.tool(lambda: Payload(b"\x89", "image/png"), name="image"),
        toolspan.tool(lambda: ToolResponse.success(1, blocks=blocks), name="blocks"),
        toolspan.tool(
            lambda: ToolResponse.error("", result={"a": 1}, blocks=blocks, details={"code": 7}, retryable=True),
            name="fails",
        ),
    )
    stream = sidecar.stream(0)
    octets = stream.run("octets").outcome.returned.result
    image = stream.run("image").outcome.returned.result
    assert (octets.data, octets.media_type) == (b"\x00\xff", "application/octet-stream")
    assert (image.data, image.media_type) == (b"\x89", "image/png")
    assert [each.WhichOneof("kind") for each in stream.run("blocks").outcome.returned.blocks] == ["text", "image"]
    fails = stream.run("fails").outcome.returned
    assert (fails.success, fails.error, fails.HasField("error"), len(fails.blocks)) == (False, "", True, 2)
    assert (json.loads(fails.result.data), fails.fault.language) == ({"a": 1}, "python")
    assert fails.fault.kind == fault_pb2.FAULT_KIND_TOOL_ERROR
    assert (json.loads(fails.fault.details.data), fails.fault.retryable) == ({"code": 7}, True)


def test_what_the_types_refuse_is_listed(sidecar: Hosts, host: Start) -> None:
    def t(a: int, b: list[int]) -> None:
        """Takes two."""

    host(t)
    said = sidecar.stream(0).run("t", {"a": "x", "b": [1, "y"]}).outcome.returned
    assert said.fault.kind == fault_pb2.FAULT_KIND_INVALID_ARGUMENTS
    assert [each["path"] for each in json.loads(said.fault.details.data)["problems"]] == ["/a", "/b/1"]


def test_a_tool_that_was_told_to_stop_sends_one_outcome(sidecar: Hosts, host: Start) -> None:
    seen: list[bool] = []

    async def sleeps() -> None:
        await asyncio.sleep(60)

    def waits(context: ToolContext) -> bool:
        seen.append(context.wait(60))
        return context.cancelled

    host(sleeps, waits)
    stream = sidecar.stream(0)
    first, second = stream.start("sleeps", timeout_ms=70), stream.start("waits")
    stream.until(lambda: len(seen) == 0 or None)
    stream.say(timed_out=[first], cancel=[second, 99])
    late = stream.outcome(first).outcome.raised
    assert (late.kind, late.message) == (fault_pb2.FAULT_KIND_TIMEOUT, "Tool sleeps timed out after 70 ms.")
    assert json.loads(stream.outcome(second).outcome.returned.result.data) is True
    assert seen == [True]
    third = stream.start("sleeps")
    stream.say(cancel=[third])
    assert stream.outcome(third).outcome.raised.kind == fault_pb2.FAULT_KIND_CANCELLED


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_progress_comes_in_order_and_before_the_outcome(sidecar: Hosts, host: Start, kind: str) -> None:
    kept: list[Any] = []

    def work(context: Any) -> str:
        kept.append(context)
        for step in range(100):
            context.progress(step / 100, message=f"step {step}")
        context.progress(7)
        return f"{context.tool} {context.call_id} {context.depth}"

    async def later(context: toolspan.aio.ToolContext) -> str:
        return work(context)

    def plain(context: ToolContext) -> str:
        return work(context)

    host(toolspan.tool(plain if kind == "plain" else later, name="t"))
    stream = sidecar.stream(0)
    number = stream.start("t", wants_progress=True, call_id="c1", depth=2, timeout_ms=5000)
    assert json.loads(stream.outcome(number).outcome.returned.result.data) == "t c1 2"
    assert stream.progress(number) == [*((step / 100, f"step {step}") for step in range(100)), (1.0, "")]
    kept[0].progress(0.5, "late")
    quiet = stream.start("t")
    stream.outcome(quiet)
    assert stream.progress(quiet) == []
    assert len(stream.progress(number)) == 101
    assert 0 < kept[0].remaining <= 5
    assert kept[1].remaining is None


def test_slow_tools_delay_nothing_and_nested_ones_always_get_a_thread(sidecar: Hosts, host: Start) -> None:
    release = threading.Event()

    def slow() -> bool:
        return release.wait(30)

    host(slow, toolspan.tool(lambda: 1, name="one"), max_in_flight=4)
    stream = sidecar.stream(0)
    slows = [stream.start("slow", depth=depth) for depth in range(12)]
    assert stream.result("one") == 1
    stream.say(ping=7)
    stream.until(lambda: any(each.pong == 7 for each in stream.frames))
    release.set()
    assert all(stream.outcome(each).outcome.returned.success for each in slows)


def test_frames_carry_what_is_queued(sidecar: Hosts, host: Start) -> None:
    host(toolspan.tool(lambda n: n, name="t"))
    stream = sidecar.stream(0)
    numbers = [stream.start("t", {"n": each}) for each in range(2000)]
    results = [json.loads(stream.outcome(each).outcome.returned.result.data) for each in numbers]
    assert results == list(range(2000))
    assert len(stream.frames) < 2000
    assert stream.frames[0].process.pid == os.getpid()
    assert stream.frames[0].process.runtime.startswith("CPython 3.")
    assert stream.frames[0].hello.language == "python"


def test_closing_answers_new_calls_without_an_outcome_and_waits_for_the_others(sidecar: Hosts, host: Start) -> None:
    release = threading.Event()

    def slow() -> bool:
        return release.wait(30)

    made = host(slow)
    stream = sidecar.stream(0)
    number = stream.start("slow")
    stream.run("slow") if release.is_set() else None
    closing = threading.Thread(target=made.close)
    while not made._running:
        time.sleep(0.001)
    closing.start()
    stream.until(lambda: any(each.HasField("drain") for each in stream.frames))
    refused = stream.run("slow")
    assert not refused.HasField("outcome")
    release.set()
    assert stream.outcome(number).outcome.returned.success
    closing.join(10)
    stream.until(lambda: stream.half_closed)
    assert made.wait(5)


def test_closing_answers_what_was_on_its_way(sidecar: Hosts, host: Start) -> None:
    sidecar.answers_drain = False
    made = host(toolspan.tool(lambda: 1, name="one"))
    stream = sidecar.stream(0)
    closing = threading.Thread(target=made.close)
    closing.start()
    stream.until(lambda: any(each.HasField("drain") for each in stream.frames))
    assert not stream.run("one").HasField("outcome")
    assert not stream.half_closed
    stream.say(drain={})
    stream.until(lambda: stream.half_closed)
    closing.join(10)


def test_a_host_goes_to_the_next_sidecar(sidecar: Hosts, host: Start) -> None:
    stopped: list[bool] = []

    def waits(context: ToolContext) -> None:
        stopped.append(context.wait(30))

    made = host(waits, toolspan.tool(lambda: 1, name="one"))
    stream = sidecar.stream(0)
    stream.start("waits")
    assert stream.result("one") == 1
    sidecar.stop()
    time.sleep(0.3)
    assert made.tools == []
    sidecar.start()
    assert sidecar.stream(1).result("one") == 1
    assert stopped == [True]
    assert made.tools == ["test.waits", "test.one"]


def test_a_sidecar_that_drains_is_left_when_all_is_done(sidecar: Hosts, host: Start) -> None:
    release = threading.Event()

    def slow() -> bool:
        return release.wait(30)

    host(slow)
    stream = sidecar.stream(0)
    number = stream.start("slow")
    stream.say(drain={"grace_ms": 1000})
    time.sleep(0.1)
    assert not stream.half_closed
    release.set()
    assert stream.outcome(number).outcome.returned.success
    stream.until(lambda: stream.half_closed)
    assert sidecar.stream(1).result("slow") is True


def test_refusals_are_told(sidecar: Hosts, host: Start) -> None:
    sidecar.refusals = {"test.one": "It is taken."}
    made = host(toolspan.tool(lambda: 1, name="one"), toolspan.tool(lambda: 2, name="two"))
    assert (made.tools, made.refused) == (["test.two"], {"test.one": "It is taken."})
    with pytest.raises(RefusedError, match=r"took no tool of test\. test\.one: It is taken\."):
        host(toolspan.tool(lambda: 1, name="one"))
    sidecar.abort = (grpc.StatusCode.UNAUTHENTICATED, "The token is missing or wrong.")
    with pytest.raises(RefusedError, match="The token is missing or wrong"):
        host(toolspan.tool(lambda: 1, name="three"))
    sidecar.stop()
    with pytest.raises(CannotReachError):
        host(toolspan.tool(lambda: 1, name="four"), timeout=0.5)
    sidecar.start()


def test_hubs_host_tools_of_their_own_process(sidecar: Hosts) -> None:
    @toolspan.tool
    def thread() -> str:
        return threading.current_thread().name

    with toolspan.connect(sidecar.address) as hub:
        assert hub.host([thread]).tools == ["test_host.thread"]
        assert sidecar.stream(0).result("thread") == "toolspan-tool"
    sidecar.stream(0).until(lambda: sidecar.stream(0).half_closed)


async def test_async_tools_of_an_asyncio_hub_run_on_its_loop(sidecar: Hosts) -> None:
    loop = asyncio.get_running_loop()

    @toolspan.tool
    async def same() -> bool:
        return asyncio.get_running_loop() is loop

    async with toolspan.aio.connect(sidecar.address) as hub, hub.host([same], source="mine") as host:
        assert host.tools == ["mine.same"]
        stream: Attached = sidecar.stream(0)
        assert await asyncio.to_thread(stream.result, "same") is True
    await asyncio.to_thread(stream.until, lambda: stream.half_closed)
