"""The Python caller: a request a line on stdin, a reply a line on stdout, until stdin ends."""

import asyncio
import json
import os
import sys
from typing import Any


def _key(request: dict[str, Any]) -> str:
    same = ["way", "to", "tool", "bytes", *(["in_flight"] if request["way"] == "call-all" else [])]
    return json.dumps([request[name] for name in same])


def _say(reply: dict[str, Any]) -> None:
    print(json.dumps(reply), flush=True)


def with_threads() -> None:
    """Answers with the synchronous clients."""
    from measure import in_threads
    from sync_ways import Way, open_way

    ways: dict[str, Way] = {}
    for line in sys.stdin:
        request = json.loads(line)
        key = _key(request)
        try:
            if key not in ways:
                ways[key] = open_way(request)
            _say(in_threads(*ways[key], request["in_flight"], request["ms"]))
        except Exception as error:
            _say({"error": repr(error)})


async def with_asyncio() -> None:
    """Answers with the asyncio clients."""
    from async_ways import Way, close_all, open_way
    from measure import in_tasks

    ways: dict[str, Way] = {}
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        request = json.loads(line)
        key = _key(request)
        try:
            if key not in ways:
                ways[key] = await open_way(request)
            _say(await in_tasks(*ways[key], request["in_flight"], request["ms"]))
        except Exception as error:
            _say({"error": repr(error)})
    await close_all()


if sys.argv[1] == "sync":
    with_threads()
else:
    asyncio.run(with_asyncio())
# channels that are still open must not keep the process
os._exit(0)
