"""The bench's tool in MCP's official Python server: over stdio, or with `http` over Streamable HTTP with JSON replies."""

import asyncio
import json
import socket
import sys

import uvicorn
from mcp.server.mcpserver import MCPServer

server = MCPServer("bench")


@server.tool(structured_output=False)
def echo(text: str, n: int) -> str:
    """Returns its arguments."""
    return json.dumps({"text": text, "n": n})


async def serve() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = server.streamable_http_app(json_response=True)
    print(json.dumps({"json": f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"}), flush=True)
    await uvicorn.Server(uvicorn.Config(app, log_level="error")).serve(sockets=[listening])


if sys.argv[1:] == ["http"]:
    asyncio.run(serve())
else:
    server.run("stdio")
