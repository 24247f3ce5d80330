"""Rows of addresses, tokens and TLS files."""

import os
from pathlib import Path

import pytest

from toolspan import Tls, ToolspanError
from toolspan.address import TcpAddress, UnixAddress, parse, resolve
from toolspan.credentials import channel_credentials, find_token


@pytest.mark.parametrize(
    ("text", "address", "shown", "target"),
    [
        ("unix:/p/s.sock", UnixAddress("/p/s.sock"), "unix:/p/s.sock", "unix:/p/s.sock"),
        ("unix:///p/s.sock", UnixAddress("/p/s.sock"), "unix:/p/s.sock", "unix:/p/s.sock"),
        ("unix:/p/a b%", UnixAddress("/p/a b%"), "unix:/p/a b%", "unix:/p/a%20b%25"),
        ("host:80", TcpAddress("host", 80), "host:80", "dns:///host:80"),
        ("[::1]:80", TcpAddress("::1", 80), "[::1]:80", "dns:///[::1]:80"),
    ],
)
def test_an_address_is_read(text: str, address: object, shown: str, target: str) -> None:
    read = parse(text)
    assert (read, str(read), read.target) == (address, shown, target)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        "host:",
        ":80",
        "host:0",
        "host:65536",
        "::1:80",
        "http://h:80",
        "unix:",
        "unix://",
        "unix:s.sock",
        "unix:////s",
        "h:8x",
    ],
)
def test_a_bad_address_shows_the_forms(text: str) -> None:
    with pytest.raises(ToolspanError, match=r"unix:/path/to.sock, unix:///path/to.sock, host:port or \[::1\]:port"):
        parse(text)


def test_a_long_socket_path_is_a_clear_error() -> None:
    assert parse("unix:/" + "a" * 106)
    with pytest.raises(ToolspanError, match="has 108 bytes; the system allows 107"):
        parse("unix:/" + "é" * 53 + "a")


def test_the_default_is_the_environment_then_the_users_own_socket(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(resolve(None)) == f"unix:{folder}/toolspan-{os.getuid()}/toolspan.sock"
    monkeypatch.setenv("TOOLSPAN_ADDRESS", "localhost:9")
    assert str(resolve(None)) == "localhost:9"
    assert str(resolve("[::1]:7")) == "[::1]:7"


def test_a_token_is_found_where_the_sidecar_left_it(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Path(folder) / f"toolspan-{os.getuid()}"
    own.mkdir()
    (own / "127.0.0.1_7.token").write_text(" left \n")
    (own / "__1_8.token").write_text("six")
    assert find_token(parse("127.0.0.1:7"), None) == "left"
    assert find_token(parse("localhost:7"), None) == "left"
    assert find_token(parse("[::1]:7"), None) == "left"
    assert find_token(parse("[::1]:8"), None) == "six"
    assert find_token(parse("example.org:7"), None) is None
    assert find_token(parse("unix:/x"), None) is None
    monkeypatch.setenv("TOOLSPAN_TOKEN", "env")
    assert find_token(parse("localhost:7"), None) == "env"
    assert find_token(parse("localhost:7"), "given") == "given"
    with pytest.raises(ToolspanError, match="ASCII"):
        find_token(parse("localhost:7"), "a\nb")


def test_tls_is_off_on_this_machine_and_on_elsewhere(tmp_path: Path) -> None:
    assert channel_credentials(parse("unix:/x"), Tls(tmp_path / "no")) is None
    for loopback in ("localhost:7", "127.9.9.9:7", "[::1]:7"):
        assert channel_credentials(parse(loopback), Tls()) is None
    assert channel_credentials(parse("example.org:7"), Tls()) is not None
    with pytest.raises(ToolspanError, match="No such file"):
        channel_credentials(parse("localhost:7"), Tls(tmp_path / "no"))
    with pytest.raises(ToolspanError, match="cert and key"):
        channel_credentials(parse("example.org:7"), Tls(cert=tmp_path / "c"))
