"""Rows of threads, forks and tasks."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sidecar import Sidecar, answer

import toolspan
from toolspan import Call, ToolResponse

HERE = Path(__file__).parent


def test_many_threads_share_one_hub(sidecar: Sidecar, hub: toolspan.Toolspan) -> None:
    got: dict[int, Any] = {}

    def work(number: int) -> None:
        got[number] = [hub.call("echo", {"i": number * 100 + i}).result["i"] for i in range(20)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert got == {number: [number * 100 + i for i in range(20)] for number in range(16)}


FORK = """
import os, sys, threading, time
import toolspan
address, how = sys.argv[1:]
hub = toolspan.connect(address)
assert hub.call("echo", {"who": "parent"}).result == {"who": "parent"}
busy = [
    threading.Thread(target=lambda: hub.call("slow", timeout=2)),
    threading.Thread(target=lambda: hub.call("slow", timeout=2, cancel=toolspan.CancelToken())),
    threading.Thread(target=lambda: hub.call_all([toolspan.Call("slow"), toolspan.Call("echo")])),
    threading.Thread(target=lambda: next(iter(hub.watch_tools()))),
]
for thread in busy:
    thread.start()
time.sleep(0.1)
children = []
for number in range(3):
    child = os.fork()
    if child == 0:
        try:
            assert hub.call("echo", {"who": number}).result == {"who": number}
            batch = hub.call_all([toolspan.Call("echo", {"i": i}) for i in range(3)])
            assert [each.result["i"] for each in batch] == [0, 1, 2]
            assert hub.tools()[0].name == "echo"
        except toolspan.CannotReachError as error:
            print(error, flush=True)
            os._exit(3)
        if how == "exit":
            os._exit(0)
        hub.close()
        sys.exit(0)
    children.append(child)
codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
for thread in busy:
    thread.join()
assert hub.call("echo", {"who": "parent"}).result == {"who": "parent"}
print(codes)
"""


@pytest.mark.parametrize(
    ("how", "support", "codes"), [("exit", "", "[0, 0, 0]"), ("finish", "", "[0, 0, 0]"), ("exit", "0", "[3, 3, 3]")]
)
def test_a_hub_of_the_parent_works_in_a_child(
    sidecar: Sidecar, tmp_path: Path, how: str, support: str, codes: str
) -> None:
    sidecar.tools["slow"] = lambda call, stop: answer("slow", stop.wait(1))
    script = tmp_path / "fork.py"
    script.write_text(FORK)
    environment = {**os.environ, "GRPC_ENABLE_FORK_SUPPORT": support}
    if not support:
        del environment["GRPC_ENABLE_FORK_SUPPORT"]
    # in an interpreter of its own: this one is full of server threads
    ran = subprocess.run(
        [sys.executable, str(script), sidecar.address, how], env=environment, capture_output=True, text=True, timeout=90
    )
    assert ran.stdout.splitlines()[-1:] == [codes], ran.stdout + ran.stderr
    assert ("GRPC_ENABLE_FORK_SUPPORT is off" in ran.stdout) is (support == "0")


async def test_cancelling_the_task_cancels_the_tool(sidecar: Sidecar) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    async with toolspan.aio.connect(sidecar.address) as hub:
        works: list[tuple[str, Any]] = [
            ("one", hub.call("deaf")),
            ("batch", hub.call_all([Call("deaf"), Call("echo")])),
        ]
        for kind, work in works:
            sidecar.seen.clear()
            sidecar.cancelled.clear()
            task: asyncio.Task[Any] = asyncio.ensure_future(work)
            while not sidecar.seen:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            if kind == "one":
                assert await asyncio.to_thread(sidecar.cancelled.wait, 10)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(hub.call("deaf"), 0.1)
        assert (await hub.call("echo")).success


async def test_many_tasks_share_one_hub(sidecar: Sidecar) -> None:
    hub = await toolspan.aio.connect(sidecar.address)
    try:
        got: list[ToolResponse] = await asyncio.gather(*(hub.call("echo", {"i": i}) for i in range(200)))
        assert [each.result["i"] for each in got] == list(range(200))
    finally:
        await hub.close()


def test_an_interrupt_ends_a_waiting_call(sidecar: Sidecar, tmp_path: Path) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    script = tmp_path / "wait.py"
    script.write_text("import sys, toolspan\ntoolspan.connect(sys.argv[1]).call('deaf')\n")
    waiting = subprocess.Popen([sys.executable, str(script), sidecar.address], stderr=subprocess.PIPE, text=True)
    while not sidecar.seen:
        time.sleep(0.01)
    waiting.send_signal(2)
    _, error = waiting.communicate(timeout=20)
    assert "KeyboardInterrupt" in error
    assert sidecar.cancelled.wait(10)


def test_killing_the_caller_frees_its_calls(sidecar: Sidecar, tmp_path: Path, serve: Callable[..., Sidecar]) -> None:
    sidecar.tools["deaf"] = lambda call, stop: answer("deaf", stop.wait(30))
    script = tmp_path / "wait.py"
    script.write_text("import sys, toolspan\ntoolspan.connect(sys.argv[1]).call('deaf')\n")
    waiting = subprocess.Popen([sys.executable, str(script), sidecar.address])
    while not sidecar.seen:
        time.sleep(0.01)
    waiting.kill()
    waiting.wait(10)
    assert sidecar.cancelled.wait(10)


STORM = """
import os, sys, threading, time
import toolspan
hub = toolspan.connect(sys.argv[1])
over = threading.Event()
def work():
    while not over.is_set():
        assert hub.call("echo", {"who": "parent"}).result == {"who": "parent"}
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
children = []
for number in range(10):
    child = os.fork()
    if child == 0:
        os._exit(0 if hub.call("echo", {"who": number}).result == {"who": number} else 4)
    children.append(child)
    time.sleep(0.05)
codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
over.set()
for thread in threads:
    thread.join()
print(codes)
"""


def test_a_process_may_fork_amid_a_storm_of_calls(sidecar: Sidecar, tmp_path: Path) -> None:
    script = tmp_path / "storm.py"
    script.write_text(STORM)
    ran = subprocess.run([sys.executable, str(script), sidecar.address], capture_output=True, text=True, timeout=90)
    assert ran.stdout == f"{[0] * 10}\n", ran.stderr
