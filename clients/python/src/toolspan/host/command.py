"""`python -m toolspan host`: a process that offers the tools of one module."""

import argparse
import json
import logging
import os
import signal
import sys
import threading
import traceback
from types import FrameType

from toolspan.credentials import Tls
from toolspan.errors import ToolspanError
from toolspan.host.attachment import host_id
from toolspan.host.host import GRACE, MAX_IN_FLIGHT, Host
from toolspan.host.load import load
from toolspan.host.source import named, source_name, source_of, tools_of
from toolspan.session import Session

_CONNECT_TIMEOUT = 10.0

_DESCRIPTION = """\
Offers the tools of one Python module to a Toolspan sidecar, where Java, Python and TypeScript call them.

A tool is a function with type hints:

    import toolspan

    @toolspan.tool
    def add(a: int, b: int = 0) -> int:
        \"\"\"Adds two numbers.

        Args:
            a: the first one
        \"\"\"
        return a + b

Saved as sums.py it is started with `python -m toolspan host sums.py` and called as `add` or `sums.add`:

    toolspan call add '{"a": 1, "b": 2}'
"""

_EPILOG = """\
When all tools are offered, one line of JSON is written to stdout: {"ready":1,"source":…,"tools":[…],"pid":…}.
Everything else, what tools print too, goes to stderr. A sidecar that stops or is not there yet is waited for.

SIGTERM or ^C ends the process when the calls under way have ended, a second one at once.
Exit status: 0 after an orderly end, 1 when calls had to be abandoned or the sidecar refuses, 2 when the module or an
option cannot be used.
"""


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    root = argparse.ArgumentParser(prog="python -m toolspan", description="Toolspan for Python.")
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    host = commands.add_parser(
        "host",
        help="offer the tools of one module",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = host.add_argument
    add("module", metavar="MODULE_OR_FILE", help="a module as imports name it (pkg.weather), or a file (weather.py)")
    add("--address", help="unix:/path/to.sock, host:port or [::1]:port; else $TOOLSPAN_ADDRESS, else the own socket")
    add("--token", help="else $TOOLSPAN_TOKEN, else what a sidecar of the same user left for its TCP address")
    add("--source", help="who offers the tools, the part of their full names before the dot; else the file's name")
    add("--max-in-flight", type=int, default=MAX_IN_FLIGHT, metavar="N", help="calls at once (default: %(default)s)")
    add("--grace", type=float, default=GRACE, metavar="SECONDS", help="for calls under way at the end (%(default)s)")
    add("--log-level", default="info", choices=["debug", "info", "warning", "error"], help="default: %(default)s")
    add("--tls-ca", metavar="FILE", help="PEM: who must have signed the sidecar's certificate; else $TOOLSPAN_TLS_CA")
    add("--tls-cert", metavar="FILE", help="PEM: the host's own certificate; else $TOOLSPAN_TLS_CERT")
    add("--tls-key", metavar="FILE", help="PEM: its private key; else $TOOLSPAN_TLS_KEY")
    return root


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; the answer is the exit status."""
    options = parser().parse_args(arguments)
    ready = _own_stdout()
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(stream=sys.stderr, level=options.log_level.upper(), format=form)
    try:
        module = load(options.module)
        tools = list(named(tools_of(module)).values())
        source = source_of(module) if options.source is None else source_name(options.source)
    except (Exception, SystemExit) as error:
        if isinstance(error, (FileNotFoundError, ValueError)) and error.__traceback__ is not None:
            print(f"toolspan host: {error}", file=sys.stderr)
        else:
            traceback.print_exc()
            print(f"toolspan host: {options.module} cannot be loaded.", file=sys.stderr)
        return 2
    files = (options.tls_ca, options.tls_cert, options.tls_key)
    tls = Tls(*files) if any(files) else None
    try:
        session = Session(options.address, options.token, tls, _CONNECT_TIMEOUT)
        supervised_as = host_id()
        host = Host(tools, session, source=source, max_in_flight=options.max_in_flight, supervised_as=supervised_as)
    except (ToolspanError, ValueError) as error:
        print(f"toolspan host: {error}", file=sys.stderr)
        return 2
    status = _serve(host, ready, bool(supervised_as), options.grace)
    sys.stderr.flush()
    _leave_soon(status)
    return status


def _serve(host: Host, ready: int, is_supervised: bool, grace: float) -> int:
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(1)
        stop.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, on_signal)
    if is_supervised:
        threading.Thread(target=_until_stdin_ends, args=(stop,), name="toolspan-stdin", daemon=True).start()

    def start() -> None:
        try:
            host.start(_CONNECT_TIMEOUT if is_supervised else None)
            if not is_supervised:
                line = {"ready": 1, "source": host.source, "tools": host.tools, "pid": os.getpid()}
                os.write(ready, (json.dumps(line, separators=(",", ":")) + "\n").encode("utf-8"))
            host.wait()
        except ToolspanError as error:
            failures.append(error)
        finally:
            stop.set()

    failures: list[ToolspanError] = []
    threading.Thread(target=start, name="toolspan-start", daemon=True).start()
    stop.wait()
    is_done = host.close(grace)
    failure = failures[0] if failures else host.failure
    if failure is not None:
        print(f"toolspan host: {failure}", file=sys.stderr)
    return 0 if is_done and failure is None else 1


def _own_stdout() -> int:
    """Keeps stdout for the ready line: what anything else writes there goes to stderr."""
    ready = os.dup(1)
    os.set_inheritable(ready, False)
    sys.stdout.flush()
    os.dup2(2, 1)
    return ready


def _until_stdin_ends(stop: threading.Event) -> None:
    """The pipe from the sidecar ends with the sidecar."""
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        pass
    stop.set()


def _leave_soon(status: int) -> None:
    """Threads that tools left behind do not hold the process."""
    timer = threading.Timer(1.0, os._exit, (status,))
    timer.daemon = True
    timer.start()
