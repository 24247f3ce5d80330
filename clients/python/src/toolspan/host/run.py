"""How a tool runs: arguments delivered, the function behind the one catch, its result written."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any

from toolspan._gen import tool_pb2
from toolspan.fault import Fault
from toolspan.host.arguments import Delivered
from toolspan.host.attempt import attempt, attempt_async
from toolspan.host.context import AioToolContext, ToolContext
from toolspan.host.invocation import Invocation
from toolspan.host.respond import invalid, respond
from toolspan.host.tool import Tool
from toolspan.limits import Limits
from toolspan.normalise import MAX_ERROR_BYTES
from toolspan.outcome import Outcome, Raised
from toolspan.unicode import clamp, clean
from toolspan.wire import fault_to_wire

AnyTool = Tool[..., Any]


def run_plain(tool: AnyTool, invocation: Invocation, limits: Limits, settle: Callable[[Awaitable[Any]], Any]) -> None:
    """In a thread of its own, to the end; `settle` waits for what the function left to be awaited."""
    context = ToolContext(invocation)
    call = _delivered(tool, invocation, limits, context)
    if call is None:
        return

    def whole() -> Any:
        value = call()
        return settle(value) if inspect.isawaitable(value) else value

    started = time.monotonic()
    _finish(tool, invocation, limits, attempt(tool.name, whole), started)


async def run_async(tool: AnyTool, invocation: Invocation, limits: Limits) -> None:
    """On the event loop, to the end; the task is cancelled where the invocation is."""
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()
    context = AioToolContext(invocation)
    call = _delivered(tool, invocation, limits, context)
    if call is None:
        return

    def stop() -> None:
        if task is not None and not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)

    async def whole() -> Any:
        value = await call()
        return await value if inspect.isawaitable(value) else value

    withdraw = invocation.cancel.on_cancel(stop)
    started = time.monotonic()
    try:
        outcome = await attempt_async(tool.name, whole(), lambda: invocation.stopped)
    finally:
        withdraw()
    _finish(tool, invocation, limits, outcome, started)


def _delivered(
    tool: AnyTool, invocation: Invocation, limits: Limits, context: ToolContext | AioToolContext
) -> Callable[[], Any] | None:
    """The call of the function; None where its arguments were refused, which is answered."""
    read = attempt(tool.name, lambda: tool.arguments.deliver(invocation.arguments, limits.max_json_depth))
    if isinstance(read, Raised):
        invocation.end(raised(read.fault))
        return None
    given = read.value
    if not isinstance(given, Delivered):
        invocation.end(tool_pb2.Outcome(returned=invalid("invalid_arguments", invocation.called_as, given)))
        return None
    if tool.context_name is not None:
        given.named[tool.context_name] = context
    return lambda: tool.function(*given.positional, **given.named)


def _finish(tool: AnyTool, invocation: Invocation, limits: Limits, outcome: Outcome[Any], started: float) -> None:
    elapsed_ms = int((time.monotonic() - started) * 1000)
    if isinstance(outcome, Raised):
        invocation.end(raised(outcome.fault), elapsed_ms)
        return
    value = outcome.value
    # Writing the result may run foreign code too: properties, iterators, serializers of models.
    written = attempt(tool.name, lambda: respond(invocation.called_as, tool.output, value, limits))
    if isinstance(written, Raised):
        invocation.end(raised(written.fault), elapsed_ms)
    else:
        written.value.execution_time_ms = elapsed_ms
        invocation.end(tool_pb2.Outcome(returned=written.value), elapsed_ms)


def raised(fault: Fault) -> tool_pb2.Outcome:
    """The wire form; every text at most 8 KiB."""
    wire = fault_to_wire(fault)
    wire.message = clamp(clean(wire.message), MAX_ERROR_BYTES)
    for cause in wire.causes:
        cause.message = clamp(cause.message, MAX_ERROR_BYTES)
    return tool_pb2.Outcome(raised=wire)
