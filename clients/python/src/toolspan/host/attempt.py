"""The one catch for foreign code in Python: what it raises becomes a fault (C2.4)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from toolspan.fault import Fault
from toolspan.host.exception import fault_of
from toolspan.outcome import Outcome, Raised, Returned

T = TypeVar("T")

_log = logging.getLogger("toolspan.host")


def attempt(tool: str, run: Callable[[], T]) -> Outcome[T]:
    """Runs foreign code; SystemExit, KeyboardInterrupt and the like are outcomes too, never the end of the host."""
    try:
        return Returned(run())
    except BaseException as error:
        return _raised(tool, error)


async def attempt_async(tool: str, run: Awaitable[T], stopped: Callable[[], Fault | None]) -> Outcome[T]:
    """As `attempt`; a task that was cancelled because the invocation was ends with that fault instead."""
    try:
        return Returned(await run)
    except BaseException as error:
        fault = stopped() if isinstance(error, asyncio.CancelledError) else None
        return _raised(tool, error) if fault is None else Raised(fault)


def _raised(tool: str, error: BaseException) -> Raised:
    fault = fault_of(error)
    try:
        _log.warning("Tool %s raised %s.", tool, fault.type, exc_info=error)
    except BaseException:  # an exception that cannot even be shown
        _log.warning("Tool %s raised %s, which cannot be shown.", tool, fault.type)
    return Raised(fault)
