"""A small server on MCP's official Python SDK: over standard input and output, or over Streamable HTTP at PORT."""

import os
import sys
import threading
from typing import Annotated

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import AfterValidator, BaseModel

server = MCPServer("python-sdk")
stopped_calls = 0


class Sum(BaseModel):
    sum: int


def even(value: int) -> int:
    if value % 2:
        raise ValueError("is odd")
    return value


@server.tool()
def add(a: int, b: int) -> Sum:
    """Adds two integers."""
    return Sum(sum=a + b)


@server.tool()
def refuse() -> Sum:
    """Fails."""
    raise ToolError("the door is shut")


@server.tool()
def halve(value: Annotated[int, AfterValidator(even)]) -> int:
    """Takes what no schema can describe."""
    return value // 2


@server.tool()
async def steps(count: int, context: Context) -> str:
    """Tells progress, and answers."""
    for step in range(1, count + 1):
        await context.report_progress(step, count, f"step {step}")
        await anyio.sleep(0.05)
    return "done"


@server.tool()
async def wait(context: Context) -> str:
    """Waits until it is cancelled."""
    global stopped_calls
    try:
        for step in range(1, 400):
            await context.report_progress(step, 400)
            await anyio.sleep(0.1)
    except anyio.get_cancelled_exc_class():
        stopped_calls += 1
        raise
    return "answered"


@server.tool()
def stopped() -> int:
    """How many calls of wait were cancelled."""
    return stopped_calls


def grown() -> str:
    """Was not there before."""
    return "here"


@server.tool()
async def grow(context: Context) -> str:
    """Adds a tool."""
    server.add_tool(grown)
    # Each revision has its own way to tell it.
    await context.notify_tools_changed()
    if context.protocol_version != "2026-07-28":
        await context.session.send_tool_list_changed()
    return "grown"


def end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


if sys.argv[1:] == ["http"]:
    threading.Thread(target=end_with_parent, daemon=True).start()
    server.run("streamable-http", port=int(os.environ["PORT"]))
else:
    server.run("stdio")
