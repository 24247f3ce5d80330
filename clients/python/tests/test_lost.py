"""Rows of lost connections: what was sent is never silently repeated, what was not is told (C8.6)."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sidecar import Sidecar, answer, spec

from toolspan import Call, CannotReachError

Open = Callable[..., Any]
Serve = Callable[..., Sidecar]


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def hold(sidecar: Sidecar, name: str = "slow", idempotent: bool = False) -> None:
    """A tool that never answers."""
    sidecar.tools[name] = lambda call, stop: answer(name, stop.wait(30))
    sidecar.specs = [*sidecar.specs, spec(name, idempotent)]


def lose(sidecar: Sidecar, ask: Callable[[], Any]) -> Any:
    """Asks in a thread, and stops the sidecar once it has the question."""
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.append(ask()))
    seen = len(sidecar.seen)
    thread.start()
    wait_for(lambda: len(sidecar.seen) > seen)
    sidecar.stop()
    thread.join(30)
    return got[0]


def raises_once_noticed(ask: Callable[[], Any]) -> None:
    """An older gRPC sends once more into a connection that is gone, which counts as lost: the safe side."""

    def ask_again() -> None:
        response = ask()
        assert response.fault.kind == "host_lost"
        ask()

    with pytest.raises(CannotReachError):
        ask_again()


def test_a_lost_call_is_host_lost_with_unknown_effect(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar)
    hub = opened(sidecar.address, connect_timeout=2)
    response = lose(sidecar, lambda: hub.call("slow"))
    assert (response.error, response.fault.kind) == ("Tool slow lost its host.", "host_lost")
    assert (response.fault.details, response.fault.retryable) == ({"effect": "unknown"}, False)
    with pytest.raises(CannotReachError):
        hub.call("slow")
    serve()
    assert hub.call("echo", {"a": 1}).result == {"a": 1}


def test_a_known_tool_that_may_not_be_repeated_is_lost_at_once(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar)
    hub = opened(sidecar.address, connect_timeout=60)
    hub.tools()
    assert lose(sidecar, lambda: hub.call("slow")).fault.kind == "host_lost"


def test_an_idempotent_tool_is_repeated(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar, idempotent=True)
    hub = opened(sidecar.address, connect_timeout=20)

    def replace() -> None:
        wait_for(lambda: sidecar.seen)
        sidecar.stop()
        following = serve()
        following.specs = [spec("slow", idempotent=True)]
        following.tools["slow"] = lambda call, _: answer("slow", call.timeout_ms)

    replacing = threading.Thread(target=replace)
    replacing.start()
    response = hub.call("slow", timeout=30)
    replacing.join()
    assert 0 < response.result < 30_000


def test_attempts_are_three_in_all(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar, "poison", idempotent=True)
    hub = opened(sidecar.address, connect_timeout=20)
    attempts: list[int] = []

    def die() -> None:
        current = sidecar
        for _ in range(3):
            wait_for(lambda: current.seen)  # noqa: B023
            attempts.append(1)
            current.stop()
            current = serve()
            hold(current, "poison", idempotent=True)

    dying = threading.Thread(target=die)
    dying.start()
    assert hub.call("poison").fault.kind == "host_lost"
    dying.join()
    assert len(attempts) == 3


def test_idle_through_a_restart_costs_nothing(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address)
    for _ in range(3):
        assert hub.call("echo").success
        sidecar.stop()
        time.sleep(0.1)
        sidecar = serve()
    assert hub.call("echo").success


def test_a_call_that_never_left_raises_within_its_budget(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address, connect_timeout=60)
    sidecar.stop()
    raises_once_noticed(lambda: hub.call("echo", timeout=0.3))
    with pytest.raises(CannotReachError):
        opened(sidecar.address, connect_timeout=0.2)


def test_a_draining_sidecar_is_waited_out(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address, connect_timeout=20)
    sidecar.draining = True

    def replace() -> None:
        time.sleep(0.2)
        sidecar.stop()
        serve()

    replacing = threading.Thread(target=replace)
    replacing.start()
    assert hub.call("echo", {"a": 1}).result == {"a": 1}
    replacing.join()
    assert sidecar.seen == []


def test_a_sidecar_that_drains_on_and_on_is_cannot_reach(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address, connect_timeout=0.1)
    sidecar.draining = True
    with pytest.raises(CannotReachError, match="draining"):
        hub.call("echo")
    for _ in range(10):
        with pytest.raises(CannotReachError, match="draining"):
            hub.call_all([Call("echo")])
    assert sidecar.seen == []


def test_a_lost_batch_keeps_what_was_answered(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar)
    hub = opened(sidecar.address, connect_timeout=0.5)
    got: list[Any] = []
    calls = [Call("echo", {"i": 0}), Call("slow"), Call("echo", {"i": 2}), Call("t", {"x": float("nan")})]
    thread = threading.Thread(target=lambda: got.extend(hub.call_all(calls)))
    thread.start()
    wait_for(lambda: len(sidecar.seen) == 3)
    time.sleep(0.3)
    sidecar.stop()
    thread.join(30)
    assert [each.success or each.fault.kind for each in got] == [True, "host_lost", True, "invalid_arguments"]
    assert [each.result for each in got] == [{"i": 0}, None, {"i": 2}, None]


def test_a_lost_batch_repeats_what_may_be_repeated(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hold(sidecar, "once")
    hold(sidecar, "again", idempotent=True)
    hub = opened(sidecar.address, connect_timeout=20)

    def replace() -> None:
        wait_for(lambda: len(sidecar.seen) == 3)
        sidecar.stop()
        following = serve()
        following.specs = sidecar.specs
        following.tools["again"] = lambda call, _: answer("again", "second")

    replacing = threading.Thread(target=replace)
    replacing.start()
    got = hub.call_all([Call("again"), Call("once"), Call("again")])
    replacing.join()
    assert [each.model_text for each in got] == ["second", "Tool once lost its host.", "second"]


def test_a_batch_that_never_left_raises(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address, connect_timeout=0.3)
    sidecar.stop()
    raises_once_noticed(lambda: hub.call_all([Call("echo")])[0])


def test_a_watch_goes_on_with_the_next_sidecar(serve: Serve, opened: Open) -> None:
    sidecar = serve()
    hub = opened(sidecar.address, connect_timeout=20)
    lists = hub.watch_tools()
    assert [each.name for each in next(lists)] == ["echo"]
    sidecar.stop()
    serve().change([spec("new")])
    assert next(each[0].name for each in lists if each[0].name != "echo") == "new"
    lists.close()
