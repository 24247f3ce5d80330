"""Which tools a module has, and who offers them."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from toolspan.host.tool import Tool

_SOURCE = re.compile(r"[A-Za-z0-9_-]{1,128}")

AnyTool = Tool[..., Any]


def named(tools: Sequence[AnyTool | Callable[..., Any]]) -> dict[str, AnyTool]:
    """Tools by name, in their order; plain functions become tools. Raises where there is none, or one twice."""
    found: dict[str, AnyTool] = {}
    for each in tools:
        made = each if isinstance(each, Tool) else Tool(each)
        if found.get(made.name, made) is not made:
            raise ValueError(f"Two tools have the name {made.name}.")
        found[made.name] = made
    if not found:
        raise ValueError("There is no tool to host: make one with @toolspan.tool.")
    return found


def tools_of(module: ModuleType) -> list[AnyTool]:
    """Every tool that a module has by name, in a list or in a dict, each once."""
    found: dict[int, AnyTool] = {}
    for value in vars(module).values():
        for each in _within(value):
            found.setdefault(id(each), each)
    return list(found.values())


def _within(value: Any) -> Iterable[AnyTool]:
    if isinstance(value, Tool):
        return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    return [each for each in value if isinstance(each, Tool)] if isinstance(value, (list, tuple)) else []


def source_of(module: ModuleType) -> str:
    """The name of a module's file up to the first dot; of a package, its own name."""
    path = Path(getattr(module, "__file__", None) or module.__name__.rpartition(".")[2])
    return source_name(path.parent.name if path.name == "__init__.py" else path.name)


def source_name(text: str) -> str:
    """A name up to its first dot; raises where that is none that a source may have."""
    name = text.partition(".")[0]
    if not _SOURCE.fullmatch(name):
        raise ValueError(f'"{name}" cannot be a source, whose name is 1 to 128 of A-Z a-z 0-9 _ and -: give one.')
    return name


def default_source(tools: Iterable[AnyTool]) -> str:
    """That of the module in which the first tool stands."""
    name = getattr(next(iter(tools)), "__module__", "")
    module = sys.modules.get(name)
    return source_name(name.rpartition(".")[2]) if module is None else source_of(module)
