"""What a docstring says of a tool and of its parameters: Google style and reST."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field

_PARAMETERS = frozenset({"args", "arguments", "parameters", "params", "keyword args", "keyword arguments"})
_DROPPED = _PARAMETERS | {"returns", "return", "yields", "yield", "raises", "attributes", "other parameters"}
_SECTION = re.compile(r"([A-Z][A-Za-z ]*):\s*$")
_ENTRY = re.compile(r"\*{0,2}(?P<name>\w+)(?:\s*\(.*?\))?\s*:(?:\s+(?P<text>.*))?$")
_FIELD = re.compile(r":(?P<kind>\w+)(?:\s+(?P<what>[^:]+))?:\s*(?P<text>.*)$")
_PARAMETER_FIELDS = frozenset({"param", "parameter", "arg", "argument", "key", "keyword"})
_FIELDS = _PARAMETER_FIELDS | {"type", "return", "returns", "rtype", "raise", "raises", "except", "exception", "yields"}


@dataclass
class Described:
    """The description of a tool, and those of its parameters by name."""

    text: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


def read(docstring: str | None) -> Described:
    """Sections on returns and errors are for programmers: a model does not read them."""
    described = Described()
    kept: list[str] = []
    lines = inspect.cleandoc(docstring or "").splitlines()
    while lines:
        line = lines.pop(0)
        section, entry = _SECTION.match(line), _FIELD.match(line)
        if section is not None and section[1].strip().lower() in _DROPPED:
            body = _take(lines, lambda next_line: not next_line or next_line[0].isspace())
            if section[1].strip().lower() in _PARAMETERS:
                _entries(inspect.cleandoc("\n" + "\n".join(body)).splitlines(), described)
        elif entry is not None and entry["kind"] in _FIELDS:
            more = _take(lines, lambda next_line: bool(next_line) and next_line[0].isspace())
            if entry["kind"] in _PARAMETER_FIELDS and entry["what"]:
                name = entry["what"].split()[-1].lstrip("*")
                described.parameters[name] = _joined([entry["text"], *more])
        else:
            kept.append(line)
    described.text = "\n".join(kept).strip()
    return described


def _take(lines: list[str], belongs: Callable[[str], bool]) -> list[str]:
    taken: list[str] = []
    while lines and belongs(lines[0]):
        taken.append(lines.pop(0))
    return taken


def _entries(lines: list[str], described: Described) -> None:
    """`name (type): text`, with deeper lines that go on."""
    name, texts = "", list[str]()
    for line in [*lines, "end:"]:
        entry = None if line[:1].isspace() else _ENTRY.match(line)
        if entry is None:
            texts.append(line)
            continue
        if name:
            described.parameters[name] = _joined(texts)
        name, texts = entry["name"], [entry["text"] or ""]


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
