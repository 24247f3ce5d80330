"""The same commands on `toolspan.aio`."""

import asyncio
import contextlib
import dataclasses
import json
import sys
from typing import Any

from answers import of_exception, of_progress, of_response, of_spec
from convert import converted

import toolspan.aio


class Aio:
    """The awaitable client; each command has a task."""

    def __init__(self) -> None:
        self.hubs: dict[str, Any] = {}

    def hub(self, command: dict[str, Any]) -> Any:
        """The connection that a command names."""
        return self.hubs[command.get("hub", "main")]

    async def connect(self, command: dict[str, Any]) -> dict[str, Any]:
        from testee import connect_options

        self.hubs[command.get("hub", "main")] = await toolspan.aio.connect(**connect_options(command))
        return {}

    async def call(self, command: dict[str, Any]) -> dict[str, Any]:
        from testee import arguments, options

        return of_response(await self.hub(command).call(command["name"], arguments(command), **options(command)))

    async def stream(self, command: dict[str, Any]) -> dict[str, Any]:
        from testee import arguments, options

        told: list[dict[str, Any]] = []
        items = self.hub(command).stream(command["name"], arguments(command), **options(command))
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, toolspan.ToolResponse):
                    return {"progress": told, **of_response(item)}
                told.append(of_progress(item))
                if len(told) == command.get("leave_after"):
                    break
        return {"progress": told}

    async def call_all(self, command: dict[str, Any]) -> dict[str, Any]:
        from testee import batch_of, parallelism

        answers = await self.hub(command).call_all(batch_of(command), **parallelism(command))
        return {"answers": [of_response(answer) for answer in answers]}

    async def tools(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"specs": [of_spec(spec) for spec in await self.hub(command).tools()]}

    async def translate(self, command: dict[str, Any]) -> dict[str, Any]:
        if command.get("one"):
            return {"text": await self.hub(command).translate(command["events"][0], command["from"], command["to"])}
        answers = await self.hub(command).translate_all(command["events"], command["from"], command["to"])
        return {"events": [dataclasses.asdict(answer) for answer in answers]}

    async def skills_prompt(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"prompt": await self.hub(command).skills_prompt(*command["names"])}

    async def watch(self, command: dict[str, Any]) -> dict[str, Any]:
        async for specs in self.hub(command).watch_tools():
            return {"specs": [of_spec(spec) for spec in specs]}
        return {}

    async def close(self, command: dict[str, Any]) -> dict[str, Any]:
        await self.hub(command).close()
        return {}

    async def convert(self, command: dict[str, Any]) -> dict[str, Any]:
        return converted(command)

    async def convert_many(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"items": [converted(item) for item in command["items"]]}

    async def obey(self, command: dict[str, Any]) -> None:
        """Runs one command and replies."""
        from testee import reply

        try:
            reply(command, await getattr(self, command["op"])(command))
        except Exception as error:
            reply(command, of_exception(error))


async def _main() -> None:
    testee = Aio()
    tasks: set[asyncio.Task[None]] = set()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        task = asyncio.create_task(testee.obey(json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


def run() -> None:
    """Until standard input closes."""
    asyncio.run(_main())
