"""Rows of batches (C2.8)."""

import threading
import time

import pytest
from conftest import Opener
from sidecar import Sidecar, answer, arguments, fault

from toolspan import Call, CancelToken


def test_one_hundred_calls_in_order_whatever_becomes_of_three(sidecar: Sidecar, opened: Opener) -> None:
    sidecar.tools["boom"] = lambda call, _: fault("boom", "exception", "bad")
    sidecar.tools["late"] = lambda call, _: fault("late", "timeout", "Tool late timed out after 20 ms.")
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    token = CancelToken()
    calls = [Call("echo", {"i": i}, call_id="same") for i in range(100)]
    calls[20], calls[40], calls[60] = Call("boom"), Call("late", timeout=0.02), Call("deaf", cancel=token)
    threading.Timer(0.2, token.cancel).start()
    got = opened(sidecar.address).call_all(calls, parallelism=8)
    kinds = {index: each.fault.kind for index, each in enumerate(got) if not each.success}
    assert kinds == {20: "exception", 40: "timeout", 60: "cancelled"}
    assert all(each.result == {"i": index} for index, each in enumerate(got) if index not in kinds)
    assert got[60].error == "Tool deaf was cancelled."
    assert sidecar.cancelled.wait(10)
    if opened.is_unary:
        assert (sidecar.batches[0].total, sidecar.batches[0].parallelism) == (100, 8)
        assert any(list(each.cancel) == [60] for each in sidecar.batches)
    assert [each.timeout_ms for each in sidecar.seen if each.name == "late"] == [20]


def test_an_empty_batch_asks_nobody(sidecar: Sidecar, opened: Opener) -> None:
    assert opened(sidecar.address).call_all([]) == []
    assert sidecar.batches == []
    assert sidecar.seen == []


def test_calls_that_cannot_cross_fail_alone(sidecar: Sidecar, opened: Opener) -> None:
    stopped = CancelToken()
    stopped.cancel()
    calls = [Call("t", {"a": float("inf")}), Call("echo", {"i": 1}), Call("t", timeout=0), Call("t", cancel=stopped)]
    got = opened(sidecar.address).call_all(calls)
    assert [each.success or each.fault.kind for each in got] == ["invalid_arguments", True, "timeout", "cancelled"]
    assert [each.name for each in sidecar.seen] == ["echo"]


def test_no_frame_is_over_the_message_limit(sidecar: Sidecar, opened: Opener) -> None:
    sidecar.tools["size"] = lambda call, _: answer("size", len(arguments(call)["s"]))
    got = opened(sidecar.address).call_all([Call("size", {"s": "x" * 12_000_000}) for _ in range(5)])
    assert [each.result for each in got] == [12_000_000] * 5
    if opened.is_unary:
        assert [len(each.calls) for each in sidecar.batches] == [2, 2, 1]
        assert [each.total for each in sidecar.batches] == [5, 0, 0]
        assert max(each.ByteSize() for each in sidecar.batches) <= 32 * 1048576


def test_a_smaller_limit_counts_from_the_greeting_on(sidecar: Sidecar, opened: Opener) -> None:
    sidecar.limits.max_message_bytes = 1048576
    hub = opened(sidecar.address)
    assert hub.call("t", "x" * 1_000_000).error == "Tool t got arguments of 1000000 bytes, over the limit of 1 MiB."
    assert hub.call_all([Call("echo", {"s": "x" * 400_000}) for _ in range(5)])[4].success


def test_parallelism_is_no_negative_number(sidecar: Sidecar, opened: Opener) -> None:
    hub = opened(sidecar.address)
    with pytest.raises(ValueError, match="parallelism"):
        hub.call_all([Call("echo")], parallelism=-1)
    assert hub.call_all([Call("echo")], parallelism=0)[0].success


def test_cancelling_every_slot_ends_the_batch(sidecar: Sidecar, opened: Opener) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    token = CancelToken()
    threading.Timer(0.1, token.cancel).start()
    started = time.monotonic()
    got = opened(sidecar.address).call_all([Call("deaf", cancel=token)] * 3)
    assert [each.fault.kind for each in got] == ["cancelled"] * 3
    assert time.monotonic() - started < 20
