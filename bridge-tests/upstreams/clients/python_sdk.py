"""MCP's official Python client: legacy or auto, and then stdio COMMAND…, or http URL TOKEN."""

import asyncio
import json
import sys
import time
import uuid
from typing import Any

import mcp
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

MODE, WAY, TO, *ARGS = sys.argv[1:]


def tell(step: str, seen: dict[str, Any]) -> None:
    print(json.dumps({"step": step, **seen}), flush=True)


def shown(result: Any) -> dict[str, Any]:
    meta = result.meta or {}
    return {
        "isError": result.is_error,
        "texts": [block.text for block in result.content],
        "structured": result.structured_content,
        "fault": meta.get("dev.toolspan/fault"),
        "result": meta.get("dev.toolspan/result"),
    }


async def unknown(client: mcp.Client) -> dict[str, Any]:
    try:
        return shown(await client.call_tool("nothing", {}))
    except mcp.MCPError as error:
        return {"code": error.code}


async def cancelled(client: mcp.Client) -> dict[str, Any]:
    lane, begun = str(uuid.uuid4()), asyncio.Event()

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        begun.set()

    call = asyncio.create_task(client.call_tool("wait", {"lane": lane}, progress_callback=on_progress))
    await begun.wait()
    at = time.monotonic()
    call.cancel()
    try:
        await call
        ended = "answered"
    except asyncio.CancelledError:
        ended = "cancelled"
    took = time.monotonic() - at
    for _ in range(100):
        waited = (await client.call_tool("waited", {"lane": lane})).structured_content
        if waited["stopped"]:
            break
        await asyncio.sleep(0.05)
    return {"ended": ended, "soon": took < 2, "waited": waited}


async def steps(client: mcp.Client) -> None:
    tell("initialize", {"server": client.server_info.name, "protocol": client.protocol_version})
    listed = await client.list_tools()
    tell("list", {"tools": sorted(tool.name for tool in listed.tools)})
    tell("call", shown(await client.call_tool("add", {"a": 2, "b": 3})))
    tell("failure", shown(await client.call_tool("deny", {})))
    tell("invalid", shown(await client.call_tool("add", {"a": "x", "b": 3})))
    tell("unknown", await unknown(client))
    told = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append([progress, total, message])

    done = await client.call_tool("steps", {"count": 4}, progress_callback=on_progress)
    tell("progress", {"told": told, "texts": shown(done)["texts"]})
    tell("cancel", await cancelled(client))


async def main() -> None:
    if WAY == "stdio":
        server = mcp.StdioServerParameters(command=TO, args=ARGS)
        async with mcp.Client(server, mode=MODE) as client:
            await steps(client)
        return
    headers = {"authorization": f"Bearer {ARGS[0]}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with mcp.Client(streamable_http_client(TO, http_client=http), mode=MODE) as client:
            await steps(client)


asyncio.run(main())
