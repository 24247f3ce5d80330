"""Where the sidecar's program is."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from toolspan.errors import ToolspanError

VARIABLE = "TOOLSPAN_BIN"


class NoSidecarError(ToolspanError):
    """There is no `toolspan` program, or it does not start."""


def find_command(given: str | Sequence[str] | None = None, folder: Path | None = None) -> list[str]:
    """The words that run `toolspan`.

    They are what was given, else $TOOLSPAN_BIN, `node_modules/.bin/toolspan` in the folder or above it, `toolspan` on
    the PATH, or what npx finds without the network.

    Raises:
        NoSidecarError: none of them is there; the text says how to name one.

    """
    for words, origin in ((given, "what was given"), (os.environ.get(VARIABLE), f"${VARIABLE}")):
        if words:
            return _checked(shlex.split(words) if isinstance(words, str) else list(words), origin)
    start = (folder or Path.cwd()).resolve()
    for each in (start, *start.parents):
        local = each / "node_modules" / ".bin" / "toolspan"
        if os.access(local, os.X_OK):
            return [str(local)]
    on_path = shutil.which("toolspan")
    if on_path is not None:
        return [on_path]
    npx = shutil.which("npx")
    if npx is not None and _npx_has_it(npx, start):
        return [npx, "--no", "--", "toolspan"]
    raise NoSidecarError(
        "There is no `toolspan` program for the tests. Install it with `npm install --save-dev toolspan`, or name it: "
        f"the option --toolspan, the setting `toolspan` of pytest, or {VARIABLE}. "
        f"Looked in node_modules/.bin from {start} upwards, on the PATH, and asked npx."
    )


def _checked(words: list[str], origin: str) -> list[str]:
    if words and shutil.which(words[0]) is None:
        raise NoSidecarError(f"{words[0]}, as {origin} says, is no program that can be run.")
    return words


def _npx_has_it(npx: str, folder: Path) -> bool:
    words = [npx, "--no", "--offline", "--", "toolspan", "--version"]
    try:
        return subprocess.run(words, cwd=folder, capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
