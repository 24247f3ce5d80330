"""The ways of an asyncio program."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import mcp
import toolspan.aio
from measure import FIRST_NUMBER, arguments, is_echo, text_of
from sync_ways import CALL, METADATA, OPTIONS, RAW
from toolspan._gen import payload_pb2, tools_pb2

Way = tuple[Callable[[int], Awaitable[int]], int]


async def open_way(request: dict[str, Any]) -> Way:
    """How to make the calls of a request, and how many one step makes."""
    ways = {
        "stream": _sdk,
        "call-all": _batch,
        "unary": _unary,
        "raw-unary": _raw,
        "mcp-stdio": _mcp,
        "mcp-http": _mcp,
    }
    return await ways[request["way"]](request)


async def _sdk(request: dict[str, Any]) -> Way:
    hub = await toolspan.aio.connect(request["to"][0])
    tool, text = request["tool"], text_of(request["bytes"])

    async def call(n: int) -> int:
        answer = await hub.call(tool, {"text": text, "n": n})
        if answer.error is not None:
            raise RuntimeError(answer.error)
        return int(is_echo(answer.result, text, n))

    return call, 1


async def _batch(request: dict[str, Any]) -> Way:
    hub = await toolspan.aio.connect(request["to"][0])
    tool, text, batch = request["tool"], text_of(request["bytes"]), request["in_flight"]

    async def call(n: int) -> int:
        answers = await hub.call_all([toolspan.Call(tool, {"text": text, "n": n + i}) for i in range(batch)])
        return sum(is_echo(answer.result, text, n + i) for i, answer in enumerate(answers))

    return call, batch


async def _unary(request: dict[str, Any]) -> Way:
    channel = grpc.aio.insecure_channel(request["to"][0], OPTIONS)
    method = channel.unary_unary(
        CALL,
        request_serializer=tools_pb2.CallRequest.SerializeToString,
        response_deserializer=tools_pb2.CallResponse.FromString,
    )
    tool, text = request["tool"], text_of(request["bytes"])

    async def call(n: int) -> int:
        payload = payload_pb2.Payload(data=arguments(text, n))
        answer = await method(tools_pb2.CallRequest(name=tool, arguments=payload), metadata=METADATA)
        return int(is_echo(json.loads(answer.response.result.data), text, n))

    return call, 1


async def _raw(request: dict[str, Any]) -> Way:
    channel = grpc.aio.insecure_channel(request["to"][0], OPTIONS)
    method = channel.unary_unary(RAW)
    body = arguments(text_of(request["bytes"]), FIRST_NUMBER)

    async def call(n: int) -> int:
        return int(len(await method(body)) == len(body))

    return call, 1


_tasks: set[asyncio.Task[None]] = set()


async def _mcp(request: dict[str, Any]) -> Way:
    command, *args = request["to"]
    server = mcp.StdioServerParameters(command=command, args=args) if request["way"] == "mcp-stdio" else command
    tool, text = request["tool"], text_of(request["bytes"])
    opened: asyncio.Future[mcp.Client] = asyncio.get_running_loop().create_future()

    # the client must be entered and left in one task
    async def hold() -> None:
        try:
            async with mcp.Client(server) as client:
                opened.set_result(client)
                await asyncio.Event().wait()
        except Exception as error:
            if not opened.done():
                opened.set_exception(error)

    task = asyncio.create_task(hold())
    _tasks.add(task)
    client = await opened

    async def call(n: int) -> int:
        answer = await client.call_tool(tool, {"text": text, "n": n})
        return int(is_echo(json.loads(answer.content[0].text), text, n))

    return call, 1


async def close_all() -> None:
    """Leaves what runs in a task of its own."""
    for task in _tasks:
        task.cancel()
    await asyncio.gather(*_tasks, return_exceptions=True)
