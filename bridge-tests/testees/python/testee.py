"""A program on the shipped Python client that does what it is told, line by line.

With `--aio` it uses `toolspan.aio`. It ends when its standard input closes.
"""

import contextlib
import dataclasses
import json
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from answers import of_exception, of_progress, of_response, of_spec
from convert import converted
from values import materialise, payload

import toolspan

_writing = threading.Lock()


def reply(command: dict[str, Any], answer: dict[str, Any]) -> None:
    """One line a command."""
    line = json.dumps({"id": command["id"], **answer})
    with _writing:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def arguments(command: dict[str, Any]) -> Any:
    """A mapping, argument text, a payload, or nothing."""
    if "payload" in command:
        return payload(command["payload"])
    if "text" in command:
        return command["text"]
    return materialise(command.get("args"))


def options(command: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments of a call, and the start of its cancel timer."""
    made: dict[str, Any] = {}
    if "timeout_ms" in command:
        made["timeout"] = command["timeout_ms"] / 1000
    if "cancel_after_ms" in command:
        made["cancel"] = toolspan.CancelToken()
        if command["cancel_after_ms"] <= 0:
            made["cancel"].cancel()
        else:
            timer = threading.Timer(command["cancel_after_ms"] / 1000, made["cancel"].cancel)
            timer.daemon = True
            timer.start()
    for key in ("call_id", "spec_digest"):
        if key in command:
            made[key] = command[key]
    if "injected" in command:
        made["injected"] = materialise(command["injected"])
    return made


def batch_of(command: dict[str, Any]) -> list[toolspan.Call]:
    """The calls of a batch."""
    return [toolspan.Call(call["name"], arguments(call), **options(call)) for call in command["calls"]]


def connect_options(command: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments of `connect`."""
    made = {key: command[key] for key in ("address", "token", "transport") if key in command}
    if "connect_timeout_ms" in command:
        made["connect_timeout"] = command["connect_timeout_ms"] / 1000
    if "tls" in command:
        made["tls"] = toolspan.Tls(**command["tls"])
    return made


def parallelism(command: dict[str, Any]) -> dict[str, Any]:
    """Left out where the command says nothing."""
    return {"parallelism": command["parallelism"]} if "parallelism" in command else {}


class Sync:
    """The blocking client; each command has a thread."""

    def __init__(self) -> None:
        self.hubs: dict[str, Any] = {}
        self.pool = ThreadPoolExecutor(256)

    def hub(self, command: dict[str, Any]) -> Any:
        """The connection that a command names."""
        return self.hubs[command.get("hub", "main")]

    def connect(self, command: dict[str, Any]) -> dict[str, Any]:
        self.hubs[command.get("hub", "main")] = toolspan.connect(**connect_options(command))
        return {}

    def call(self, command: dict[str, Any]) -> dict[str, Any]:
        return of_response(self.hub(command).call(command["name"], arguments(command), **options(command)))

    def stream(self, command: dict[str, Any]) -> dict[str, Any]:
        told: list[dict[str, Any]] = []
        with contextlib.closing(
            self.hub(command).stream(command["name"], arguments(command), **options(command))
        ) as items:
            for item in items:
                if isinstance(item, toolspan.ToolResponse):
                    return {"progress": told, **of_response(item)}
                told.append(of_progress(item))
                if len(told) == command.get("leave_after"):
                    break
        return {"progress": told}

    def call_all(self, command: dict[str, Any]) -> dict[str, Any]:
        answers = self.hub(command).call_all(batch_of(command), **parallelism(command))
        return {"answers": [of_response(answer) for answer in answers]}

    def tools(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"specs": [of_spec(spec) for spec in self.hub(command).tools()]}

    def translate(self, command: dict[str, Any]) -> dict[str, Any]:
        if command.get("one"):
            return {"text": self.hub(command).translate(command["events"][0], command["from"], command["to"])}
        answers = self.hub(command).translate_all(command["events"], command["from"], command["to"])
        return {"events": [dataclasses.asdict(answer) for answer in answers]}

    def skills_prompt(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"prompt": self.hub(command).skills_prompt(*command["names"])}

    def watch(self, command: dict[str, Any]) -> dict[str, Any]:
        for specs in self.hub(command).watch_tools():
            return {"specs": [of_spec(spec) for spec in specs]}
        return {}

    def close(self, command: dict[str, Any]) -> dict[str, Any]:
        self.hub(command).close()
        return {}

    def fork(self, command: dict[str, Any]) -> dict[str, Any]:
        """Calls in a forked child with the parent's connection, then in the parent again."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                answer = self.call(command)
            except BaseException as error:
                answer = of_exception(error)
            os.write(writing, json.dumps(answer).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return {"child": json.loads(told or "null"), "parent": self.call(command)}

    def convert(self, command: dict[str, Any]) -> dict[str, Any]:
        return converted(command)

    def convert_many(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"items": [converted(item) for item in command["items"]]}

    def obey(self, command: dict[str, Any]) -> None:
        """Runs one command and replies."""
        try:
            operation: Callable[[dict[str, Any]], dict[str, Any]] = getattr(self, command["op"])
            reply(command, operation(command))
        except BaseException as error:
            reply(command, of_exception(error))

    def run(self) -> None:
        """Until standard input closes."""
        for line in sys.stdin:
            command = json.loads(line)
            if command["op"] == "fork":
                self.obey(command)
            else:
                self.pool.submit(self.obey, command)


if __name__ == "__main__":
    if "--aio" in sys.argv:
        from aio import run

        run()
    else:
        Sync().run()
    sys.stdout.flush()
    os._exit(0)
