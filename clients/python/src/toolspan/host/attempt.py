"""The one catch for foreign code in Python: what it raises becomes a fault (C2.4)."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

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


async def attempt_async(tool: str, run: Awaitable[T]) -> Outcome[T]:
    """As `attempt`; what cancels the task itself is seen by who cancelled it."""
    try:
        return Returned(await run)
    except BaseException as error:
        return _raised(tool, error)


def _raised(tool: str, error: BaseException) -> Raised:
    fault = fault_of(error)
    try:
        _log.warning("Tool %s raised %s.", tool, fault.type, exc_info=error)
    except BaseException:  # an exception that cannot even be shown
        _log.warning("Tool %s raised %s, which cannot be shown.", tool, fault.type)
    return Raised(fault)
