"""The events of `bridge-tests/snapshots`, and `toolspan translate`."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_EVENTS = ROOT / "bridge-tests" / "snapshots" / "dialects"


def goldens() -> dict[str, Any]:
    """Our own events in canonical form, by name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((_EVENTS / "canonical").glob("*.json"))}


def snapshots(dialect: str) -> dict[str, str]:
    """What we write of those that cross to a dialect, by name."""
    texts = {path.stem: path.read_text() for path in sorted((_EVENTS / dialect).glob("*.json"))}
    return {name: text for name, text in texts.items() if "cannot_cross" not in json.loads(text)}


def refused(dialect: str) -> list[str]:
    """The names of those that do not."""
    return [name for name in goldens() if name not in snapshots(dialect)]


def translated(events: Sequence[str], source: str, target: str) -> list[Any]:
    """Events in another dialect."""
    command = [str(ROOT / "bin" / "toolspan"), "translate", "--from", source, "--to", target]
    lines = "".join(event.strip() + "\n" for event in events)
    made = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise AssertionError(f"toolspan translate: {made.stderr}")
    return [json.loads(line) for line in made.stdout.strip("\n").split("\n")]


def to_canonical(event: str, source: str) -> Any:
    """One event in canonical form, without the notes about habits of its dialect."""
    [made] = translated([event], source, "canonical")
    made["attributes"].pop("_toolspan", None)
    return made
