"""Rows of one call, through threads and through asyncio: the same program, so the same rows."""

import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sidecar import Sidecar, answer, arguments, fault, raw, spec

from toolspan import CancelToken, CannotReachError, Payload, RefusedError, ToolResponse, ToolspanError

Open = Callable[..., Any]


def test_an_answer_arrives_as_it_is(sidecar: Sidecar, opened: Open) -> None:
    value = {"n": 2**53 + 1, "u": 2**64 - 1, "f": 1.0, "i": 1, "e": "", "z": None, "😀": "é", "__proto__": 1}
    response = opened(sidecar.address).call("echo", value)
    assert response == ToolResponse(value, execution_time_ms=1, tool_name="echo")
    assert type(response.result["f"]) is float
    assert type(response.result["i"]) is int


@pytest.mark.parametrize(
    ("args", "data", "media_type"),
    [
        (None, b"", ""),
        ({}, b"{}", ""),
        ({"a": [1.0, "é"]}, '{"a":[1.0,"é"]}'.encode(), ""),
        ("", b"", ""),
        ('{"a":"xx', b'{"a":"xx', ""),
        ("\ud800", "\ufffd".encode(), ""),
        (Payload(b"\xff\x00", "image/png"), b"\xff\x00", "image/png"),
        (Payload(b"{"), b"{", ""),
    ],
)
def test_arguments_travel_unread(sidecar: Sidecar, opened: Open, args: Any, data: bytes, media_type: str) -> None:
    sidecar.tools["t"] = lambda call, _: answer("t", 1)
    assert opened(sidecar.address).call("t", args).success
    got = sidecar.seen[-1].arguments
    assert (got.data, got.media_type) == (data, media_type)


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (
            {"a": float("nan")},
            "Tool t got invalid arguments: /a is NaN, a non-finite number that JSON has no form for.",
        ),
        ([1], "Tool t got invalid arguments: the whole value must be an object."),
        (
            {"a": object, "b": {1: 1, "1": 2}},
            "Tool t got invalid arguments: /a is a type, which JSON has no form for; "
            '/b has two keys that both become "1".',
        ),
        ({"a": "x" * 40_000_000}, "Tool t got arguments of 40000008 bytes, over the limit of 32 MiB."),
        ("x" * (32 * 1048576), "Tool t got arguments of 33554432 bytes, over the limit of 32 MiB."),
    ],
)
def test_arguments_that_cannot_cross_never_leave(sidecar: Sidecar, opened: Open, args: Any, error: str) -> None:
    response = opened(sidecar.address).call("t", args)
    assert (response.error, response.fault.kind) == (error, "invalid_arguments")
    assert (response.execution_time_ms, response.tool_name, response.result) == (0, "t", None)
    assert (response.fault.language, response.fault.type) == ("", "")
    assert sidecar.seen == []


def test_outcomes_arrive_as_the_sidecar_says(sidecar: Sidecar, opened: Open) -> None:
    sidecar.tools["boom"] = lambda call, _: fault("boom", "exception", "bad", language="typescript", type="TypeError")
    sidecar.tools["bytes"] = lambda call, _: raw("bytes", b"\x89\xff", "application/octet-stream")
    sidecar.tools["image"] = lambda call, _: raw("image", b"\x89\xff", "image/png")
    sidecar.tools["broken"] = lambda call, _: raw("broken", b'{"a":')
    hub = opened(sidecar.address)
    boom = hub.call("boom")
    assert (boom.error, boom.model_text) == ("bad", "Tool boom execute failed.")
    assert (boom.fault.kind, boom.fault.language, boom.fault.type) == ("exception", "typescript", "TypeError")
    assert hub.call("nope").fault.kind == "unknown_tool"
    assert hub.call("bytes").result == b"\x89\xff"
    assert hub.call("image").result == Payload(b"\x89\xff", "image/png")
    assert hub.call("broken").fault.kind == "invalid_result"


def test_large_values_cross(sidecar: Sidecar, opened: Open) -> None:
    blob = "y" * 5242880
    assert opened(sidecar.address).call("echo", {"blob": blob}).result == {"blob": blob}


def test_what_is_said_besides_the_arguments(sidecar: Sidecar, opened: Open) -> None:
    hub = opened(sidecar.address)
    hub.call("echo", timeout=1.5, call_id="c1", spec_digest="d", invocation_key="k")
    hub.call("echo")
    first, second = sidecar.seen
    assert (first.timeout_ms, first.call_id, first.spec_digest, first.invocation_key) == (1500, "c1", "d", "k")
    assert not second.HasField("timeout_ms")
    said = sidecar.metadata[-1]
    assert (said["toolspan-protocol"], said["toolspan-sdk"], said["toolspan-language"]) == ("1-1", "0.1.0", "python")
    assert "authorization" not in said


@pytest.mark.parametrize("timeout", [0, -1.0])
def test_no_time_is_a_timeout_that_is_not_sent(sidecar: Sidecar, opened: Open, timeout: float) -> None:
    response = opened(sidecar.address).call("echo", timeout=timeout)
    assert (response.error, response.fault.kind) == ("Tool echo timed out after 0 ms.", "timeout")
    assert response.fault.retryable
    assert sidecar.seen == []


def test_a_timeout_that_is_no_number_is_a_mistake(sidecar: Sidecar, opened: Open) -> None:
    with pytest.raises(ValueError, match="NaN"):
        opened(sidecar.address).call("echo", timeout=float("nan"))


def test_the_deadline_of_grpc_is_a_backstop(sidecar: Sidecar, opened: Open) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    response = opened(sidecar.address).call("deaf", timeout=0.1)
    assert (response.error, response.fault.kind) == ("Tool deaf timed out after 100 ms.", "timeout")
    assert response.execution_time_ms >= 2000
    assert sidecar.cancelled.wait(10)


def test_a_token_cancels_from_another_thread(sidecar: Sidecar, opened: Open) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    token = CancelToken()
    threading.Timer(0.1, token.cancel).start()
    hub = opened(sidecar.address)
    response = hub.call("deaf", cancel=token)
    assert (response.error, response.fault.kind) == ("Tool deaf was cancelled.", "cancelled")
    assert sidecar.cancelled.wait(10)
    seen = len(sidecar.seen)
    assert hub.call("echo", cancel=token).fault.kind == "cancelled"
    assert len(sidecar.seen) == seen
    unused = CancelToken()
    assert hub.call("echo", cancel=unused).success
    assert not unused.cancelled


def test_calls_beyond_the_limit_wait_for_a_place(sidecar: Sidecar, opened: Open) -> None:
    go = threading.Event()
    running: list[int] = []
    most: list[int] = []

    def slow(call: Any, stop: threading.Event) -> Any:
        running.append(1)
        most.append(len(running))
        go.wait(30)
        running.pop()
        return answer("slow", arguments(call)["i"])

    sidecar.tools["slow"] = slow
    sidecar.limits.max_in_flight = 2
    hub = opened(sidecar.address)
    results: list[Any] = []
    threads = [threading.Thread(target=lambda i=i: results.append(hub.call("slow", {"i": i}))) for i in range(6)]
    for thread in threads:
        thread.start()
    while len(running) < 2:
        time.sleep(0.01)
    late = hub.call("slow", {"i": 9}, timeout=0.05)
    assert late.error == "Tool slow timed out after 50 ms."
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    assert hub.call("slow", {"i": 9}, cancel=token).fault.kind == "cancelled"
    go.set()
    for thread in threads:
        thread.join(30)
    assert sorted(response.result for response in results) == [0, 1, 2, 3, 4, 5]
    assert max(most) == 2


def test_the_list_and_its_changes(sidecar: Sidecar, opened: Open) -> None:
    hub = opened(sidecar.address)
    assert hub.tools() == [spec("echo", idempotent=True)]
    assert hub.tools()[0].full_name == "test.echo"
    lists = hub.watch_tools()
    assert next(lists) == [spec("echo", idempotent=True)]
    sidecar.change([spec("a"), spec("b")])
    assert [each.name for each in next(lists)] == ["a", "b"]
    lists.close()


def test_tcp_takes_the_token_that_the_sidecar_left(
    serve: Callable[..., Sidecar], opened: Open, folder: str, free_port: int
) -> None:
    own = Path(folder) / f"toolspan-{os.getuid()}"
    own.mkdir()
    left = own / f"127.0.0.1_{free_port}.token"
    address = f"127.0.0.1:{free_port}"
    sidecar = serve(address, token="one")
    with pytest.raises(RefusedError, match="token is missing or wrong"):
        opened(address)
    left.write_text("one\n")
    hub = opened(f"localhost:{free_port}")
    assert hub.call("echo").success
    assert sidecar.metadata[-1]["authorization"] == "Bearer one"
    with pytest.raises(RefusedError, match="token is missing or wrong"):
        opened(address, token="two")
    # a sidecar that starts anew leaves another token
    sidecar.token = "three"
    left.write_text("three\n")
    assert hub.call("echo").success


def test_a_mismatch_of_protocols_is_refused(sidecar: Sidecar, opened: Open) -> None:
    sidecar.protocol = 9
    with pytest.raises(RefusedError, match="protocol levels 9 to 9"):
        opened(sidecar.address)


def test_no_sidecar_is_cannot_reach(folder: str, opened: Open) -> None:
    with pytest.raises(CannotReachError) as caught:
        opened(f"unix:{folder}/none.sock", connect_timeout=0.2)
    assert str(caught.value) == (
        f"Cannot reach the Toolspan sidecar at unix:{folder}/none.sock: No such file or directory. "
        "Is `toolspan serve` running?"
    )


def test_a_peer_that_says_nothing_is_cannot_reach(folder: str, opened: Open) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(f"{folder}/silent.sock")
        silent.listen()
        with pytest.raises(CannotReachError):
            opened(f"unix:{folder}/silent.sock", connect_timeout=0.3)


def test_a_sidecar_that_comes_late_is_waited_for(folder: str, opened: Open, serve: Callable[..., Sidecar]) -> None:
    threading.Timer(0.3, serve).start()
    assert opened(f"unix:{folder}/s.sock", connect_timeout=20).call("echo").success


def test_a_closed_hub_says_so(sidecar: Sidecar, opened: Open) -> None:
    hub = opened(sidecar.address)
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    ended: list[Any] = []
    waiting = threading.Thread(target=lambda: ended.append(hub.call("deaf")))
    waiting.start()
    while not sidecar.seen:
        time.sleep(0.01)
    closing = hub._hub.close if hasattr(hub, "_hub") else None
    if closing is None:
        hub.close()
    else:
        hub._wait(closing())
    waiting.join(10)
    assert ended[0].fault.kind == "cancelled"
    with pytest.raises(ToolspanError, match="This Toolspan connection is closed"):
        hub.call("echo")
