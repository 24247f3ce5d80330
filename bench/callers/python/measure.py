"""Keeps calls in flight for some time and tells what came back."""

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

FIRST_NUMBER = 1_000_000
FRAME_BYTES = 24
PAUSE_AFTER_FAILURE = 0.001
WORDS = "the quick brown fox jumps over the lazy dog and runs away; "


def text_of(size: int) -> str:
    """The text that makes arguments of a size."""
    return (WORDS * (size // len(WORDS) + 1))[: size - FRAME_BYTES]


def is_echo(value: Any, text: str, n: int) -> bool:
    """Whether an answer is what was sent."""
    return isinstance(value, dict) and value.get("n") == n and len(value.get("text", "")) == len(text)


@dataclass
class Tally:
    """What one lane saw."""

    ops: int = 0
    failed: int = 0
    error: str | None = None
    latencies: list[float] = field(default_factory=list)

    def right(self, sent: float, right: int, batch: int) -> None:
        """Calls that were answered, some of them perhaps wrongly."""
        self.latencies.append(time.perf_counter() - sent)
        self.ops += right
        self.failed += batch - right
        if right < batch:
            self.error = self.error or "a wrong answer"

    def wrong(self, error: Exception, batch: int) -> None:
        """Calls that were not answered."""
        self.failed += batch
        self.error = self.error or repr(error)


def reply(tallies: list[Tally], seconds: float) -> dict[str, Any]:
    """One line for the runner."""
    latencies = sorted(itertools.chain.from_iterable(each.latencies for each in tallies)) or [0.0]
    at = lambda share: 1e6 * latencies[min(len(latencies) - 1, int(share * len(latencies)))]  # noqa: E731
    return {
        "ops": sum(each.ops for each in tallies),
        "seconds": seconds,
        "p50_us": at(0.5),
        "p99_us": at(0.99),
        "failed": sum(each.failed for each in tallies),
        "error": next((each.error for each in tallies if each.error), None),
    }


def in_threads(call: Callable[[int], int], batch: int, in_flight: int, ms: float) -> dict[str, Any]:
    """A thread a call in flight."""
    numbers = itertools.count(FIRST_NUMBER, batch)
    tallies = [Tally() for _ in range(max(1, in_flight // batch))]
    together = threading.Barrier(len(tallies) + 1)

    def lane(tally: Tally) -> None:
        together.wait()
        while True:
            sent = time.perf_counter()
            try:
                tally.right(sent, call(next(numbers)), batch)
            except Exception as error:
                tally.wrong(error, batch)
                time.sleep(PAUSE_AFTER_FAILURE)
            if time.perf_counter() >= until:
                return

    threads = [threading.Thread(target=lane, args=(tally,), daemon=True) for tally in tallies]
    for thread in threads:
        thread.start()
    started = time.perf_counter()
    until = started + ms / 1000
    together.wait()
    for thread in threads:
        thread.join()
    return reply(tallies, time.perf_counter() - started)


async def in_tasks(call: Callable[[int], Awaitable[int]], batch: int, in_flight: int, ms: float) -> dict[str, Any]:
    """A task a call in flight."""
    numbers = itertools.count(FIRST_NUMBER, batch)
    tallies = [Tally() for _ in range(max(1, in_flight // batch))]
    started = time.perf_counter()
    until = started + ms / 1000

    async def lane(tally: Tally) -> None:
        while True:
            sent = time.perf_counter()
            try:
                tally.right(sent, await call(next(numbers)), batch)
            except Exception as error:
                tally.wrong(error, batch)
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
            if time.perf_counter() >= until:
                return

    await asyncio.gather(*(lane(tally) for tally in tallies))
    return reply(tallies, time.perf_counter() - started)


def arguments(text: str, n: int) -> bytes:
    """The JSON text of one call's arguments."""
    return json.dumps({"text": text, "n": n}, separators=(",", ":")).encode()
