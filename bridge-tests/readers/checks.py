"""Counts checks, and says where two JSON values differ; 1, 1.0 and true differ, the order of keys does not matter."""

import traceback
from collections.abc import Callable
from typing import Any


class Checks:
    """What was checked so far."""

    def __init__(self, only: str, verbose: bool) -> None:
        self.passed = 0
        self.failed = 0
        self.only = only
        self.verbose = verbose

    def check(self, name: str, problems: Callable[[], list[str]]) -> None:
        """One check, whose problems are what it gives back or raises."""
        if self.only not in name:
            return
        try:
            found = problems()
        except Exception:
            found = [traceback.format_exc()]
        if found:
            self.failed += 1
        else:
            self.passed += 1
        if found or self.verbose:
            print("\n    ".join([f"{'FAILED' if found else 'passed'} {name}", *found]))

    def group(self, name: str, run: Callable[["Checks"], None]) -> None:
        """Checks that belong together; what breaks them all is a failure of its own."""
        try:
            run(self)
        except Exception:
            self.failed += 1
            print(f"FAILED {name}\n    {traceback.format_exc()}")


def differences(expected: Any, actual: Any, path: str = "") -> list[str]:
    """Every place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        keys = [*expected, *(key for key in actual if key not in expected)]
        return [
            one
            for key in keys
            for one in differences(expected.get(key, _ABSENT), actual.get(key, _ABSENT), f"{path}/{key}")
        ]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return [one for i, item in enumerate(expected) for one in differences(item, actual[i], f"{path}/{i}")]
    if type(expected) is type(actual) and expected == actual:
        return []
    return [f"{path or '/'}: expected {expected!r}, is {actual!r}"]


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


_ABSENT = _Absent()
