"""A sidecar of a test's own."""

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from toolspan.hub import Toolspan, connect
from toolspan.testing.canned import Canned
from toolspan.testing.command import NoSidecarError, find_command

if TYPE_CHECKING:
    from toolspan.host import Tool
    from toolspan.host.host import Host

SOURCE = "test"
START = 30.0
STOP = 5.0


class Sidecar:
    """A running sidecar, on a socket in a folder of its own; close it, or use it in a `with`.

    Its process ends with this one, however this one ends. Safe to use beside others of the same machine.

    Attributes:
        address: where it listens; `toolspan.connect(sidecar.address)`.
        hub: a connection to it.

    """

    def __init__(self, command: str | Sequence[str] | None = None, *, start: float = START) -> None:
        self._command = find_command(command)
        # short: a socket path has at most 107 bytes
        self._folder = Path(tempfile.mkdtemp(prefix="tsp-", dir="/tmp" if os.path.isdir("/tmp") else None))
        self._started: list[subprocess.Popen[bytes]] = []
        self._hosts: list[Host] = []
        self._hub: Toolspan | None = None
        self.address = f"unix:{self._folder}/s.sock"
        self._finalizer = weakref.finalize(self, _sweep, self._started, self._folder, os.getpid())
        try:
            words = [*self._command, "serve", "--listen", self.address, "--with-parent", "--grace", "1"]
            self._start(words, "serve", start)
            self._hub = connect(self.address)
        except BaseException:
            self.close()
            raise

    @property
    def hub(self) -> Toolspan:
        """A connection to it, shared by all of the test."""
        if self._hub is None:
            raise NoSidecarError("This sidecar is closed.")
        return self._hub

    @property
    def log(self) -> str:
        """What the sidecar and the hosts of files wrote."""
        files = sorted(self._folder.glob("*.log"))
        return "".join(each.read_text(encoding="utf-8", errors="replace") for each in files)

    def offer(self, *tools: "Tool[..., Any] | Callable[..., Any]", source: str = SOURCE) -> "Host":
        """Offers functions of this process, as `hub.host` does; they see the test's own variables."""
        host = self.hub.host(tools, source=source)
        self._hosts.append(host)
        return host

    def canned(self, name: str, *answers: Any, source: str = SOURCE) -> Canned:
        """Offers a tool that takes any arguments and gives these answers, one a call, the last one again and again.

        An answer is what `succeeds`, `fails` and `raises` make, or else what the tool returns (an exception is raised).
        """
        made = Canned(name, answers)
        self.offer(made.tool(), source=source)
        return made

    def offer_file(self, file: str | Path, *, source: str | None = None, timeout: float = START) -> None:
        """Offers the tools of a Python, TypeScript or JavaScript file, in a process of its own."""
        path = Path(file).resolve()
        host = [sys.executable, "-m", "toolspan"] if path.suffix == ".py" else self._command
        named = [] if source is None else ["--source", source]
        self._start([*host, "host", str(path), "--address", self.address, *named], path.name, timeout)

    def clear(self) -> None:
        """Withdraws everything that was offered."""
        for host in self._hosts:
            host.close(0)
        self._hosts.clear()
        _end(self._started[1:])
        del self._started[1:]

    def close(self) -> None:
        """Ends it, with everything that it hosts, within seconds. Closing twice does nothing."""
        for host in self._hosts:
            host.close(0)
        self._hosts.clear()
        if self._hub is not None:
            self._hub.close()
            self._hub = None
        self._finalizer()

    def __enter__(self) -> "Sidecar":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self, words: list[str], what: str, seconds: float) -> None:
        log = self._folder / f"{len(self._started)}-{what}.log"
        own = {name: value for name, value in os.environ.items() if not name.startswith("TOOLSPAN_")}
        environment = {**own, "XDG_RUNTIME_DIR": str(self._folder)}
        with log.open("wb") as stderr:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    env=environment,
                    start_new_session=True,
                )
            except OSError as error:
                raise NoSidecarError(f"{words[0]} cannot be run: {error}") from error
        self._started.append(process)
        lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(process, lines), daemon=True).start()
        try:
            ready = json.loads(lines.get(timeout=seconds) or b"null")
        except (queue.Empty, ValueError):
            ready = None
        if not isinstance(ready, dict) or ready.get("ready") != 1:
            _end([process])
            said = log.read_text(encoding="utf-8", errors="replace")[-3000:].strip()
            raise NoSidecarError(f"`{' '.join(words)}` was not ready within {seconds:g} s.\n{said}".strip())


def _read(process: "subprocess.Popen[bytes]", lines: "queue.SimpleQueue[bytes]") -> None:
    """Hands on the first line, or nothing where there is none, and reads the rest so that nobody waits."""
    assert process.stdout is not None
    lines.put(process.stdout.readline())
    with contextlib.suppress(ValueError, OSError):
        while process.stdout.read(65536):
            pass


def _end(processes: "Sequence[subprocess.Popen[bytes]]") -> None:
    """Asks, then ends their process groups: what runs `toolspan` may be a program around it."""
    for each in processes:
        _signal(each, signal.SIGTERM)
    for each in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            each.wait(STOP)
        _signal(each, signal.SIGKILL)
        each.wait()
        if each.stdin is not None:
            each.stdin.close()


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _sweep(processes: "list[subprocess.Popen[bytes]]", folder: Path, owner: int) -> None:
    # a forked child must not end what its parent uses
    if os.getpid() != owner:
        return
    _end(processes[::-1])
    processes.clear()
    shutil.rmtree(folder, ignore_errors=True)
