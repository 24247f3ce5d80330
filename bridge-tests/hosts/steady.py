"""The tools of `scripts/soak` and of the supervised rows, as a user would write them."""

import asyncio
import os
import signal
import time
from pathlib import Path

import toolspan

VERSION = 1
LEDGER = os.environ.get("SOAK_LEDGER")

if os.environ.get("DEAF"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _write_down(line: str) -> None:
    # one write of one line at the end of a file of this process alone: what ran is known however the process ends
    if LEDGER is not None:
        with (Path(LEDGER) / f"{os.environ['TOOLSPAN_SOURCE']}-{os.getpid()}").open("a") as file:
            file.write(f"{line}\n")


_write_down("start")


@toolspan.tool
def hold(n: int, ms: float) -> dict[str, int]:
    """Writes down that it ran, takes its time, and gives the number back."""
    _write_down(str(n))
    time.sleep(ms / 1000)
    return {"n": n, "pid": os.getpid(), "version": VERSION}


@toolspan.tool
async def block(seconds: float) -> str:
    """Blocks the loop on which all async tools run."""
    time.sleep(seconds)  # noqa: ASYNC251
    return "awake"


@toolspan.tool
async def quick() -> str:
    """Needs the loop for a moment."""
    await asyncio.sleep(0)
    return "quick"


@toolspan.tool
def grow() -> int:
    """Takes memory until it is stopped."""
    taken = []
    while len(taken) < 400:
        taken.append(b"x" * 8_388_608)
        time.sleep(0.02)
    return len(taken)
