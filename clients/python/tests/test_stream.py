"""Rows of the stream: frames, the window, cancel, drain, loss and progress, through threads and through asyncio."""

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import run
from typing import Any

import grpc
import pytest
from conftest import Opener
from sidecar import Sidecar, Stop, answer, arguments, raw, spec

import toolspan
from toolspan import Call, CancelToken, Progress, RefusedError, ToolResponse
from toolspan._gen import session_pb2, tool_pb2, tools_pb2
from toolspan.session import Session
from toolspan.status import Broken
from toolspan.stream import Stream
from toolspan.ticket import Stopped, Ticket

Serve = Callable[..., Sidecar]


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def in_background(ask: Callable[[], Any]) -> Callable[[], Any]:
    """Starts asking, and hands back what waits for the answer."""
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.append(ask()))
    thread.start()

    def joined() -> Any:
        thread.join(30)
        return got[0]

    return joined


def hold(sidecar: Sidecar, name: str, idempotent: bool = False) -> threading.Event:
    """A tool that answers with its name once the event is set."""
    go = threading.Event()

    def tool(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        while not stop.is_set() and not go.wait(0.01):
            pass
        return answer(name, name)

    sidecar.tools[name] = tool
    sidecar.specs = [*sidecar.specs, spec(name, idempotent)]
    return go


def numbers(sidecar: Sidecar) -> list[int]:
    return [each.number for frame in sidecar.frames for each in frame.calls]


def cancels(sidecar: Sidecar) -> list[int]:
    return [number for frame in sidecar.frames for number in frame.cancel]


def test_twenty_thousand_calls_of_64_threads_share_frames_and_match(sidecar: Sidecar, hub: toolspan.Toolspan) -> None:
    wrong: list[Any] = []

    def work(thread: int) -> None:
        for i in range(313):
            response = hub.call("echo", {"i": thread * 1000 + i})
            if response.result != {"i": thread * 1000 + i}:
                wrong.append(response)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert wrong == []
    assert len(sidecar.seen) == 64 * 313
    assert len(sidecar.frames) < len(sidecar.seen)
    assert len(sidecar.streams) == 1
    assert len(set(numbers(sidecar))) == len(sidecar.seen)


async def test_twenty_thousand_calls_of_64_tasks_share_frames_and_match(sidecar: Sidecar) -> None:
    async def work(hub: Any, task: int) -> None:
        for i in range(313):
            assert (await hub.call("echo", {"i": task * 1000 + i})).result == {"i": task * 1000 + i}

    async with toolspan.aio.connect(sidecar.address) as hub:
        await asyncio.gather(*(work(hub, task) for task in range(64)))
    assert len(sidecar.frames) < len(sidecar.seen) / 4


async def test_ten_thousand_at_once_wait_their_turn(sidecar: Sidecar) -> None:
    sidecar.limits.max_in_flight = 100
    async with toolspan.aio.connect(sidecar.address) as hub:
        got = await asyncio.gather(*(hub.call("echo", {"i": i}, timeout=60) for i in range(10_000)))
    assert [each.result["i"] for each in got] == list(range(10_000))
    assert max(len(frame.calls) for frame in sidecar.frames) <= 100


def test_a_batch_is_one_frame_in_call_order_within_its_window(sidecar: Sidecar, streamed: Opener) -> None:
    hub = streamed(sidecar.address)
    calls = [Call("echo", {"i": i}) for i in range(64)]
    assert [each.result["i"] for each in hub.call_all(calls)] == list(range(64))
    assert [len(frame.calls) for frame in sidecar.frames if frame.calls] == [64]
    sidecar.frames.clear()
    assert [each.result["i"] for each in hub.call_all(calls, parallelism=5)] == list(range(64))
    assert max(len(frame.calls) for frame in sidecar.frames) <= 5
    assert sidecar.batches == []


def test_a_window_of_one_is_one_after_the_other(sidecar: Sidecar, streamed: Opener) -> None:
    inside: list[int] = []
    most: list[int] = []

    def slow(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.02)
        inside.pop()
        return answer("slow", arguments(call)["i"])

    sidecar.tools["slow"] = slow
    got = streamed(sidecar.address).call_all([Call("slow", {"i": i}, timeout=1) for i in range(5)], parallelism=1)
    assert ([each.result for each in got], max(most)) == ([0, 1, 2, 3, 4], 1)
    # each budget runs from its own turn
    assert [each.timeout_ms for each in sidecar.seen] == [1000] * 5


def test_large_arguments_travel_beside_the_stream(sidecar: Sidecar, streamed: Opener) -> None:
    sidecar.tools["size"] = lambda call, _: answer("size", len(call.arguments.data))
    hub = streamed(sidecar.address)
    sizes = [10, 300_000, 20, 262_144, 262_145]
    assert [hub.call("size", "x" * size).result for size in sizes] == sizes
    assert [each.result for each in hub.call_all([Call("size", "x" * size) for size in sizes])] == sizes
    on_stream = [len(each.call.arguments.data) for frame in sidecar.frames for each in frame.calls]
    assert on_stream == [10, 20, 262_144] * 2


def test_large_calls_of_a_batch_end_each_on_its_own(sidecar: Sidecar, streamed: Opener) -> None:
    hold(sidecar, "deaf")
    token = CancelToken()
    hub = streamed(sidecar.address)
    calls = [
        Call("deaf", "x" * 300_000, cancel=token),
        Call("echo", {"i": 1}),
        Call("echo", '{"a":"' + "x" * 300_000 + '"}'),
    ]
    threading.Timer(0.1, token.cancel).start()
    got = hub.call_all(calls)
    assert [each.success or each.fault.kind for each in got] == ["cancelled", True, True]
    assert sidecar.cancelled.wait(10)


def test_a_call_in_the_queue_ends_without_being_sent(sidecar: Sidecar, streamed: Opener) -> None:
    sidecar.limits.max_in_flight = 1
    go = hold(sidecar, "first")
    hub = streamed(sidecar.address)
    first = in_background(lambda: hub.call("first"))
    wait_for(lambda: sidecar.seen)
    token = CancelToken()
    dropped = in_background(lambda: hub.call("dropped", cancel=token))
    last = in_background(lambda: hub.call("echo", {"i": 1}))
    late = hub.call("late", timeout=0.05)
    assert (late.error, late.fault.retryable) == ("Tool late timed out after 50 ms.", True)
    token.cancel()
    assert dropped().fault.kind == "cancelled"
    go.set()
    assert (first().result, last().result) == ("first", {"i": 1})
    assert [each.name for each in sidecar.seen] == ["first", "echo"]
    assert cancels(sidecar) == []


def test_a_call_that_was_sent_is_cancelled_there_and_keeps_its_place(sidecar: Sidecar, streamed: Opener) -> None:
    sidecar.limits.max_in_flight = 1
    release = threading.Event()

    def stubborn(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        release.wait(30)
        return answer("stubborn", 1)

    sidecar.tools["stubborn"] = stubborn
    hub = streamed(sidecar.address)
    token = CancelToken()
    first = in_background(lambda: hub.call("stubborn", cancel=token))
    wait_for(lambda: sidecar.seen)
    token.cancel()
    assert first().error == "Tool stubborn was cancelled."
    wait_for(lambda: cancels(sidecar))
    assert cancels(sidecar) == numbers(sidecar) == [1]
    assert hub.call("echo", timeout=0.1).fault.kind == "timeout"
    assert len(sidecar.seen) == 1
    release.set()
    assert hub.call("echo", {"i": 2}).result == {"i": 2}


def test_a_deaf_sidecar_is_left_after_the_backstop(sidecar: Sidecar, streamed: Opener) -> None:
    hold(sidecar, "deaf")
    hub = streamed(sidecar.address)
    got = hub.call_all([Call("deaf", timeout=0.1), Call("echo", {"i": 1})])
    assert [each.success or each.error for each in got] == ["Tool deaf timed out after 100 ms.", True]
    wait_for(lambda: cancels(sidecar))


def test_a_drain_lets_what_was_sent_end_and_holds_the_rest(sidecar: Sidecar, streamed: Opener) -> None:
    sidecar.limits.max_in_flight = 1
    go = hold(sidecar, "running")
    hub = streamed(sidecar.address, connect_timeout=20)
    running = in_background(lambda: hub.call("running"))
    wait_for(lambda: sidecar.seen)
    waiting = in_background(lambda: hub.call("echo", {"i": 1}))
    time.sleep(0.05)
    sidecar.drain()
    assert waiting().result == {"i": 1}
    assert len(sidecar.streams) == 2
    go.set()
    assert running().result == "running"


def test_what_a_drained_stream_ends_without_answering_did_not_run(sidecar: Sidecar, streamed: Opener) -> None:
    go = hold(sidecar, "late")
    hub = streamed(sidecar.address, connect_timeout=20)
    late = in_background(lambda: hub.call("late"))
    wait_for(lambda: sidecar.seen)
    sidecar.drain()
    for stream in sidecar.streams:
        stream.finish()
    wait_for(lambda: len(sidecar.seen) == 2)
    go.set()
    assert late().result == "late"


def test_a_batch_goes_on_after_a_drain(sidecar: Sidecar, streamed: Opener) -> None:
    go = hold(sidecar, "running")
    hub = streamed(sidecar.address, connect_timeout=20)
    calls = [Call("running"), *(Call("echo", {"i": i}) for i in range(20))]
    batch = in_background(lambda: hub.call_all(calls, parallelism=2))
    wait_for(lambda: len(sidecar.seen) > 5)
    sidecar.drain()
    wait_for(lambda: len(sidecar.seen) == 21)
    go.set()
    assert [each.result for each in batch()] == ["running", *({"i": i} for i in range(20))]


def test_an_answer_without_a_response_means_sent_again(sidecar: Sidecar, streamed: Opener) -> None:
    hub = streamed(sidecar.address, connect_timeout=20)
    sidecar.draining = True
    one = in_background(lambda: hub.call("echo", {"i": 1}, timeout=20))
    two = in_background(lambda: hub.call_all([Call("echo", {"i": 2}), Call("echo", {"i": 3})]))
    wait_for(lambda: len(numbers(sidecar)) >= 1)
    time.sleep(0.1)
    assert sidecar.seen == []
    sidecar.draining = False
    assert one().result == {"i": 1}
    assert [each.result["i"] for each in two()] == [2, 3]
    assert all(0 < each.timeout_ms < 20_000 for each in sidecar.seen if each.HasField("timeout_ms"))


@pytest.mark.parametrize(
    "code", [None, grpc.StatusCode.CANCELLED, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.OK]
)
def test_a_cut_costs_what_was_sent_and_repeats_what_is_idempotent(
    sidecar: Sidecar, streamed: Opener, code: Any
) -> None:
    sidecar.limits.max_in_flight = 2
    hold(sidecar, "once")
    again = hold(sidecar, "again", idempotent=True)
    hub = streamed(sidecar.address, connect_timeout=20)
    batch = in_background(lambda: hub.call_all([Call("once"), Call("again"), Call("echo", {"i": 1})]))
    wait_for(lambda: len(sidecar.seen) == 2)
    if code is grpc.StatusCode.OK:
        for stream in sidecar.streams:
            stream.finish()
    else:
        sidecar.cut(code)
    wait_for(lambda: len(sidecar.seen) >= 3)
    again.set()
    once, repeated, kept = batch()
    assert (once.fault.kind, once.fault.details, once.fault.retryable) == ("host_lost", {"effect": "unknown"}, False)
    assert (repeated.result, kept.result) == ("again", {"i": 1})
    assert sorted(each.name for each in sidecar.seen) == ["again", "again", "echo", "once"]


def test_a_single_idempotent_call_is_repeated_after_a_cut(sidecar: Sidecar, streamed: Opener) -> None:
    go = hold(sidecar, "again", idempotent=True)
    hub = streamed(sidecar.address, connect_timeout=20)
    call = in_background(lambda: hub.call("again"))
    wait_for(lambda: sidecar.seen)
    sidecar.cut()
    wait_for(lambda: len(sidecar.seen) == 2)
    go.set()
    assert call().result == "again"


def test_three_attempts_in_all(sidecar: Sidecar, streamed: Opener) -> None:
    hold(sidecar, "poison", idempotent=True)
    hub = streamed(sidecar.address, connect_timeout=20)
    for ask in (lambda: [hub.call("poison")], lambda: hub.call_all([Call("poison")])):
        sidecar.seen.clear()
        asked = in_background(ask)
        for attempt in range(3):
            wait_for(lambda: len(sidecar.seen) == attempt + 1)  # noqa: B023
            sidecar.cut()
        assert asked()[0].fault.kind == "host_lost"
        assert len(sidecar.seen) == 3


def test_a_slot_that_found_no_sidecar_had_no_effect(serve: Serve, streamed: Opener) -> None:
    sidecar = serve()
    hold(sidecar, "slow")
    hub = streamed(sidecar.address, connect_timeout=0.3)
    batch = in_background(lambda: hub.call_all([Call("slow"), Call("echo"), Call("echo")], parallelism=1))
    wait_for(lambda: sidecar.seen)
    sidecar.stop()
    assert [each.fault.details for each in batch()] == [{"effect": "unknown"}, {"effect": "none"}, {"effect": "none"}]


def test_an_older_sidecar_is_asked_without_a_stream(serve: Serve, streamed: Opener, folder: str) -> None:
    sidecar = Sidecar(f"unix:{folder}/old.sock")
    sidecar.knows_streams = False
    sidecar.start()
    hub = streamed(sidecar.address)
    assert hub.call("echo", {"i": 1}).result == {"i": 1}
    assert [each.result["i"] for each in hub.call_all([Call("echo", {"i": i}) for i in range(3)])] == [0, 1, 2]
    assert [each.result for each in hub.stream("echo", {"i": 4})] == [{"i": 4}]
    assert len(sidecar.batches) == 1
    sidecar.stop()


def test_a_welcome_at_a_level_that_we_do_not_speak_is_refused(sidecar: Sidecar, streamed: Opener) -> None:
    hub = streamed(sidecar.address)
    sidecar.protocol = 9
    sidecar.cut()
    with pytest.raises(RefusedError, match="protocol levels 9 to 9"):
        wait_for(lambda: hub.call("echo") is None)  # what the cut itself loses is an answer


def steps(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
    for i in range(1, 6):
        stop.tell(tool_pb2.Progress(fraction=i / 8, message=f"step {i}"))
    stop.tell(tool_pb2.Progress(message="done"))
    return answer(call.name, len(call.arguments.data))


@pytest.mark.parametrize("size", [2, 300_000])
def test_progress_comes_in_order_and_the_answer_last(sidecar: Sidecar, streamed: Opener, size: int) -> None:
    sidecar.tools["steps"] = steps
    items = list(streamed(sidecar.address).stream("steps", "x" * size))
    told = [Progress(i / 8, f"step {i}") for i in range(1, 6)]
    assert items[:-1] == [*told, Progress(None, "done")]
    assert isinstance(items[-1], ToolResponse)
    assert items[-1].result == size


def test_leaving_the_loop_early_cancels_the_call(sidecar: Sidecar, streamed: Opener) -> None:
    def endless(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        stop.tell(tool_pb2.Progress(fraction=0.5))
        stop.wait(30)
        return answer("endless", 1)

    sidecar.tools["endless"] = endless
    hub = streamed(sidecar.address)
    items: Any = hub.stream("endless")
    assert next(items) == Progress(0.5, None)
    items.close()
    wait_for(lambda: cancels(sidecar) == [1])
    token = CancelToken()
    items = hub.stream("endless", cancel=token)
    assert next(items) == Progress(0.5, None)
    token.cancel()
    assert [each.fault.kind for each in items] == ["cancelled"]


def test_who_does_not_read_harms_only_himself(sidecar: Sidecar, streamed: Opener) -> None:
    def chatty(call: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        for i in range(5000):
            stop.tell(tool_pb2.Progress(message=str(i)))
        return answer("chatty", "said")

    sidecar.tools["chatty"] = chatty
    hub = streamed(sidecar.address)
    unread: Any = hub.stream("chatty")
    assert isinstance(next(unread), Progress)
    for i in range(50):
        assert hub.call("echo", {"i": i}).result == {"i": i}
    wait_for(lambda: not sidecar.streams[0].busy)
    *told, last = unread
    assert last.result == "said"
    assert len(told) <= 1025
    heard = [int(each.message) for each in told]
    assert heard == sorted(heard)
    assert heard[-1] == 4999


def test_a_stream_of_a_call_that_has_its_answer_here_is_that_answer(sidecar: Sidecar, streamed: Opener) -> None:
    assert [each.fault.kind for each in streamed(sidecar.address).stream("t", timeout=0)] == ["timeout"]
    assert sidecar.seen == []


def test_only_two_transports_exist(sidecar: Sidecar) -> None:
    with pytest.raises(ValueError, match="transport"):
        toolspan.connect(sidecar.address, transport="pigeon")  # type: ignore[arg-type]


def test_a_program_that_closes_nothing_ends(sidecar: Sidecar, tmp_path: Path) -> None:
    script = tmp_path / "leave.py"
    script.write_text(
        "import asyncio, sys, toolspan\n"
        "hub = toolspan.connect(sys.argv[1])\n"
        "print(hub.call('echo', {'i': 1}).result)\n"
        "async def main():\n"
        "    aio = await toolspan.aio.connect(sys.argv[1])\n"
        "    print((await aio.call('echo', {'i': 2})).result)\n"
        "asyncio.run(main())\n"
    )
    ran = run([sys.executable, str(script), sidecar.address], capture_output=True, text=True, timeout=30)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "{'i': 1}\n{'i': 2}\n", "")


class Line:
    """A stream without a pump."""

    def __init__(self, **limits: int) -> None:
        self.woken = 0
        self.came: list[Any] = []
        session = Session("unix:/none.sock", None, None, 5.0)
        self.stream = Stream(session, self.wake, lambda: None)
        self.frame()
        welcome = session_pb2.Welcome(protocol=1, limits=session_pb2.Limits(**limits))
        self.stream.receive(tools_pb2.StreamResponse(welcome=welcome))

    def wake(self) -> None:
        self.woken += 1

    def frame(self) -> tools_pb2.StreamRequest:
        return tools_pb2.StreamRequest.FromString(self.stream.take() or b"")

    def post(self, name: str, size: int = 0, depth: int = 0) -> Ticket:
        request = tools_pb2.CallRequest(name=name, depth=depth)
        request.arguments.data = b"x" * size
        ticket = Ticket(request, time.monotonic() + 60)
        ticket.deliver = self.came.append
        self.stream.post((ticket,))
        return ticket


def test_a_frame_has_at_most_a_mebibyte_of_arguments() -> None:
    line = Line()
    for i in range(10):
        line.post(str(i), 250_000)
    assert [len(line.frame().calls) for _ in range(4)] == [4, 4, 2, 0]


def test_a_nested_call_does_not_wait_for_a_place() -> None:
    line = Line(max_in_flight=1)
    for name, depth in (("a", 0), ("b", 0), ("inner", 1)):
        line.post(name, depth=depth)
    assert [each.call.name for each in line.frame().calls] == ["inner"]
    assert line.frame().calls == []
    line.stream.receive(tools_pb2.StreamResponse(answers=[_answer(1)]))
    assert [each.call.name for each in line.frame().calls] == ["a"]
    line.post("inner", depth=2)
    assert [each.call.name for each in line.frame().calls] == ["inner"]


def test_a_sleeping_sender_is_woken_once() -> None:
    line = Line()
    assert line.frame().calls == []
    for _ in range(3):
        line.post("a")
    assert line.woken == 1
    assert len(line.frame().calls) == 3


def test_a_late_answer_is_dropped() -> None:
    line = Line()
    ticket = line.post("a")
    line.frame()
    line.stream.withdraw(ticket, Stopped.STOPPED)
    line.stream.receive(tools_pb2.StreamResponse(answers=[_answer(1)]))
    line.stream.end(Broken(grpc.StatusCode.UNAVAILABLE, "cut"))
    assert (line.came, ticket.outcome) == ([ticket], Stopped.STOPPED)


def _answer(number: int) -> tools_pb2.StreamAnswer:
    return tools_pb2.StreamAnswer(number=number, response=raw("t", b"1"))
