"""The kit for a user's own tests, as such tests use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import toolspan
from toolspan import FAULT_KINDS, Call, FaultKind, ToolResponse
from toolspan.testing import NoSidecarError, Sidecar, fails, find_command, raises, succeeds

BIN = str(Path(__file__).resolve().parents[3] / "bin" / "toolspan")


@pytest.fixture(scope="session", autouse=True)
def program() -> None:
    os.environ.setdefault("TOOLSPAN_BIN", BIN)


def add(a: int, b: int = 0) -> int:
    """Adds."""
    return a + b


def test_functions_are_tools(toolspan_sidecar: Sidecar) -> None:
    seen: list[int] = []

    def keep(n: int) -> int:
        seen.append(n)
        return len(seen)

    toolspan_sidecar.offer(add, keep)
    with toolspan.connect() as hub:
        assert hub.call("add", {"a": 1, "b": 2}).result == 3
        assert hub.call("test.keep", {"n": 7}).result == 1
        assert hub.call("add", {"a": "x"}).fault is not None
    assert seen == [7]


def test_nothing_of_the_test_before_is_left(toolspan_sidecar: Sidecar) -> None:
    assert toolspan_sidecar.hub.tools() == []
    toolspan_sidecar.offer(add)
    toolspan_sidecar.canned("weather", 1)
    assert [spec.full_name for spec in toolspan_sidecar.hub.tools()] == ["test.add", "test.weather"]


def test_answers_are_given_in_turn(toolspan_sidecar: Sidecar) -> None:
    weather = toolspan_sidecar.canned(
        "weather", {"celsius": 21}, fails("no such city"), ToolResponse.error("own"), raises(ValueError("boom")), None
    )
    hub = toolspan_sidecar.hub
    answers = [hub.call("weather", {"city": "Oslo", "n": n}) for n in range(6)]
    assert [each.result for each in answers] == [{"celsius": 21}, None, None, None, None, None]
    assert [each.error for each in answers] == [None, "no such city", "own", "boom", None, None]
    assert answers[3].fault is not None
    assert (answers[3].fault.kind, answers[3].fault.type) == ("exception", "ValueError")
    assert weather.calls[0] == {"city": "Oslo", "n": 0}
    assert len(weather.calls) == 6
    weather.then("later")
    assert hub.call("weather").result == "later"


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_every_kind_of_failure_can_be_had(toolspan_sidecar: Sidecar, kind: FaultKind) -> None:
    toolspan_sidecar.canned("weather", fails(kind=kind, result={"rows": 1}, retryable=True))
    response = toolspan_sidecar.hub.call("weather")
    assert not response.success
    assert response.error is not None
    assert response.error.startswith("Tool weather ")
    assert response.fault is not None
    assert (response.fault.kind, response.fault.retryable) == (kind, True)


def test_an_answer_may_take_its_time(toolspan_sidecar: Sidecar) -> None:
    toolspan_sidecar.canned("slow", succeeds("late", after=0.05), succeeds("too late", after=60))
    assert toolspan_sidecar.hub.call("slow").result == "late"
    assert toolspan_sidecar.hub.call("slow", timeout=0.1).error == "Tool slow timed out after 100 ms."


def test_calls_side_by_side_each_have_an_answer(toolspan_sidecar: Sidecar) -> None:
    many = toolspan_sidecar.canned("many", *range(20))
    answers = toolspan_sidecar.hub.call_all([Call("many", {"i": i}) for i in range(20)])
    assert sorted(each.result for each in answers) == list(range(20))
    assert sorted(each["i"] for each in many.calls) == list(range(20))


def test_files_are_hosts(toolspan_sidecar: Sidecar, tmp_path: Path) -> None:
    python = tmp_path / "sums.py"
    python.write_text("import os, toolspan\n@toolspan.tool\ndef where() -> int:\n    return os.getpid()\n")
    typescript = tmp_path / "words.ts"
    typescript.write_text(
        'import { tool } from "toolspan";\n'
        'export const hello = tool({ name: "hello", description: "Greets.", run: () => "hi" });\n'
    )
    toolspan_sidecar.offer_file(python)
    toolspan_sidecar.offer_file(typescript, source="greetings")
    assert toolspan_sidecar.hub.call("sums.where").result not in (None, os.getpid())
    assert toolspan_sidecar.hub.call("greetings.hello").result == "hi"


def test_a_file_that_cannot_be_loaded_is_told(toolspan_sidecar: Sidecar, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise RuntimeError('not today')\n")
    with pytest.raises(NoSidecarError, match="not today"):
        toolspan_sidecar.offer_file(broken)


def test_two_sidecars_know_nothing_of_each_other() -> None:
    with Sidecar() as one, Sidecar() as other:
        one.canned("same", 1)
        other.canned("same", 2)
        assert (one.hub.call("same").result, other.hub.call("same").result) == (1, 2)
        folder = Path(one.address.removeprefix("unix:")).parent
        assert folder.exists()
    one.close()
    assert not folder.exists()
    with pytest.raises(NoSidecarError):
        _ = one.hub


def test_a_program_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(NoSidecarError, match="no-such-program, as what was given says"):
        find_command("no-such-program --flag")
    monkeypatch.setenv("TOOLSPAN_BIN", "/no/such")
    with pytest.raises(NoSidecarError, match=r"/no/such, as \$TOOLSPAN_BIN says"):
        find_command()
    monkeypatch.delenv("TOOLSPAN_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSidecarError, match="npm install --save-dev toolspan"):
        find_command(folder=tmp_path)
    local = tmp_path / "node_modules" / ".bin" / "toolspan"
    local.parent.mkdir(parents=True)
    local.write_text("#!/bin/sh\n")
    local.chmod(0o755)
    (tmp_path / "deep").mkdir()
    assert find_command(folder=tmp_path / "deep") == [str(local)]


def test_a_program_that_is_no_sidecar_is_ended(tmp_path: Path) -> None:
    with pytest.raises(NoSidecarError, match=r"was not ready within 0\.5 s"):
        Sidecar(["sh", "-c", "sleep 60"], start=0.5)
    with pytest.raises(NoSidecarError, match="no luck"):
        Sidecar(["sh", "-c", "echo no luck >&2; exit 3"])


def test_the_plugin_is_there_for_a_users_tests(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(
        "import toolspan\n"
        "def test_own(toolspan_sidecar):\n"
        "    toolspan_sidecar.canned('weather', 21)\n"
        "    with toolspan.connect() as hub:\n"
        "        assert hub.call('weather').result == 21\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--toolspan={BIN}", str(tmp_path)]
    own = {name: value for name, value in os.environ.items() if name != "TOOLSPAN_BIN"}
    ran = subprocess.run(words, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=90, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
