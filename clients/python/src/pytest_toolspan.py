"""The pytest plugin of toolspan: a sidecar for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    # every pytest run of a machine loads this file: what it needs is imported where a test asks for it
    from toolspan.testing import Sidecar


def pytest_addoption(parser: pytest.Parser) -> None:
    """The program that runs the sidecar."""
    about = "the program that runs the Toolspan sidecar of tests, as words of a shell"
    parser.getgroup("toolspan").addoption("--toolspan", metavar="COMMAND", default=None, help=about)
    parser.addini("toolspan", about, default="")


@pytest.fixture(scope="session")
def toolspan_process(request: pytest.FixtureRequest) -> Iterator[Sidecar]:
    """One sidecar for all tests of a pytest process, which `toolspan_sidecar` empties after each."""
    from toolspan.testing import Sidecar, find_command
    from toolspan.testing.command import VARIABLE

    given = request.config.getoption("--toolspan") or os.environ.get(VARIABLE) or request.config.getini("toolspan")
    with Sidecar(find_command(given, request.config.rootpath)) as sidecar:
        yield sidecar


@pytest.fixture
def toolspan_sidecar(toolspan_process: Sidecar, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sidecar]:
    """A sidecar without tools, which `toolspan.connect()` finds by itself; what is offered ends with the test."""
    monkeypatch.setenv("TOOLSPAN_ADDRESS", toolspan_process.address)
    monkeypatch.delenv("TOOLSPAN_TOKEN", raising=False)
    yield toolspan_process
    toolspan_process.clear()
