"""What is wrong with a value, in words that every language shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolspan._gen import texts


@dataclass(frozen=True)
class Problem:
    """One thing wrong, at an RFC 6901 pointer; the empty pointer is the whole value."""

    pointer: str
    reason: str

    def __str__(self) -> str:
        return texts.PROBLEM.format(place=self.pointer or texts.ROOT, reason=self.reason)


def pointer(path: Sequence[str | int]) -> str:
    """The RFC 6901 pointer of a path of keys and indexes."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


_MOST_LISTED = 50


def joined(problems: Sequence[Problem]) -> str:
    """Every problem in one line, so that a model can repair all of them at once."""
    listed = list(map(str, problems[:_MOST_LISTED]))
    if len(problems) > _MOST_LISTED:
        listed.append(f"and {len(problems) - _MOST_LISTED} more")
    return texts.PROBLEM_SEPARATOR.join(listed)


def details_of(problems: Sequence[Problem]) -> dict[str, Any]:
    """Every problem as fields of a fault's details, beside the path of the first one."""
    listed = [{"path": each.pointer, "reason": each.reason} for each in problems]
    return {"path": problems[0].pointer if problems else "", "problems": listed}


def size_text(size: int) -> str:
    """A limit in bytes, as people write it: "32 MiB" where it divides, else "N bytes"."""
    return f"{size // 1048576} MiB" if size % 1048576 == 0 else f"{size} bytes"
