"""Rows of `python -m toolspan host`, as a process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from hosts import Hosts

MODULE = """
import os, sys, time
import toolspan

print("printed while it loads")
os.write(1, b"written while it loads\\n")


@toolspan.tool
def slow(seconds: float) -> str:
    print("printed by a tool", flush=True)
    time.sleep(seconds)
    return "done"


@toolspan.tool
async def log(context: toolspan.aio.ToolContext) -> None:
    context.log.info("%d lines, 100%%", 3)


more = {"ends": toolspan.tool(lambda: os._exit(7), name="ends"), "same": slow}
"""

Started = subprocess.Popen[str]


@pytest.fixture
def sidecar(folder: str) -> Iterator[Hosts]:
    server = Hosts(f"unix:{folder}/s.sock").start()
    yield server
    server.stop()


@pytest.fixture
def run(sidecar: Hosts, tmp_path: Path) -> Iterator[Callable[..., Started]]:
    """Starts the command on a module, and kills what is left of it."""
    started: list[Started] = []

    def start(*options: str, code: str = MODULE, name: str = "work.tools.py", **environment: str) -> Started:
        path = tmp_path / name
        path.write_text(code)
        command = [sys.executable, "-m", "toolspan", "host", str(path), "--address", sidecar.address, *options]
        pipe = subprocess.PIPE
        env = {**os.environ, **environment}
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)
        started.append(process)
        return process

    yield start
    for each in started:
        each.kill()
        each.communicate()


def ended(process: Started, seconds: float = 20) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out, err


def ready(process: Started) -> Any:
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def test_one_line_on_stdout_and_an_orderly_end(sidecar: Hosts, run: Callable[..., Started]) -> None:
    process = run()
    assert ready(process) == {
        "ready": 1,
        "source": "work",
        "tools": ["work.slow", "work.log", "work.ends"],
        "pid": process.pid,
    }
    stream = sidecar.stream(0)
    assert stream.result("log", call_id="c-1") is None
    number = stream.start("slow", {"seconds": 0.4})
    time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    stream.until(lambda: any(each.HasField("drain") for each in stream.frames))
    assert not stream.run("slow", {"seconds": 0}).HasField("outcome")
    assert json.loads(stream.outcome(number).outcome.returned.result.data) == "done"
    status, out, err = ended(process)
    assert (status, out) == (0, "")
    for line in ("printed while it loads", "written while it loads", "printed by a tool", "log c-1: 3 lines, 100%"):
        assert line in err


def test_calls_that_do_not_end_are_abandoned(sidecar: Hosts, run: Callable[..., Started]) -> None:
    for signals, options in ((1, ["--grace", "0.2"]), (2, [])):
        process = run(*options)
        ready(process)
        stream = sidecar.stream(len(sidecar.attached) - 1)
        stream.start("slow", {"seconds": 60})
        time.sleep(0.1)
        for _ in range(signals):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.1)
        assert ended(process, 8)[0] == 1


def test_a_supervised_process_says_who_it_is_and_ends_with_its_sidecar(
    sidecar: Hosts, run: Callable[..., Started]
) -> None:
    by_stdin = run(TOOLSPAN_HOST_ID="h7")
    stream = sidecar.stream(0)
    assert (stream.frames[0].process.id, stream.frames[0].process.max_in_flight) == ("h7", 64)
    assert stream.result("slow", {"seconds": 0}) == "done"
    assert by_stdin.stdin is not None
    by_stdin.stdin.close()
    by_stdin.stdin = None
    assert ended(by_stdin)[:2] == (0, "")

    by_drain = run("--max-in-flight", "3", TOOLSPAN_HOST_ID="h8")
    stream = sidecar.stream(1)
    assert stream.frames[0].process.max_in_flight == 3
    assert stream.result("slow", {"seconds": 0}) == "done"
    stream.say(drain={})
    assert by_drain.wait(20) == 0

    by_loss = run(TOOLSPAN_HOST_ID="h9")
    assert sidecar.stream(2).result("slow", {"seconds": 0}) == "done"
    sidecar.stop()
    by_loss.wait(20)  # before its stdin is closed, which would end it too
    status, _, err = ended(by_loss)
    assert (status, "The sidecar was lost" in err) == (1, True)
    sidecar.start()


def test_a_sidecar_is_waited_for(sidecar: Hosts, run: Callable[..., Started]) -> None:
    sidecar.stop()
    process = run()
    time.sleep(1)
    sidecar.start()
    assert ready(process)["source"] == "work"
    process.send_signal(signal.SIGINT)
    assert ended(process)[0] == 0


def test_os_exit_ends_the_process(sidecar: Hosts, run: Callable[..., Started]) -> None:
    process = run()
    ready(process)
    sidecar.stream(0).start("ends")
    assert ended(process)[0] == 7


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        ("x = 1", "a.py", "There is no tool to host"),
        ("raise RuntimeError('broken')", "a.py", "RuntimeError: broken"),
        ("import sys; sys.exit(0)", "a.py", "cannot be loaded"),
        (
            "import toolspan\na = toolspan.tool(lambda: 1, name='t')\nb = toolspan.tool(lambda: 2, name='t')",
            "a.py",
            "Two tools have the name t.",
        ),
        (MODULE, "a b.py", '"a b" cannot be a source'),
    ],
)
def test_what_cannot_be_hosted_says_why(run: Callable[..., Started], code: str, name: str, words: str) -> None:
    status, out, err = ended(run(code=code, name=name))
    assert (status, out) == (2, "")
    assert words in err


def test_a_refusal_ends_it(sidecar: Hosts, run: Callable[..., Started]) -> None:
    sidecar.abort = (grpc.StatusCode.UNAUTHENTICATED, "The token is missing or wrong.")
    status, out, err = ended(run())
    assert (status, out) == (1, "")
    assert "toolspan host: The token is missing or wrong." in err


def test_help_teaches() -> None:
    said = subprocess.run([sys.executable, "-m", "toolspan", "host", "--help"], capture_output=True, text=True)
    assert said.returncode == 0
    for words in ("@toolspan.tool", "--max-in-flight", '"ready":1', "Exit status"):
        assert words in said.stdout
