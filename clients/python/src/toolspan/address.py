"""Where the sidecar is. The only file that reads settings from the environment."""

import ipaddress
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from toolspan._gen import texts
from toolspan.errors import ToolspanError

_PATH_LIMIT = 107
_HOST_PORT = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%]+)\]|(?P<host>[^:/\[\]\s@]+)):(?P<port>[0-9]{1,5})")


def variable(name: str) -> str | None:
    """An environment variable, or None where it is absent or empty."""
    return os.environ.get(name) or None


def own_directory() -> Path:
    """The user's own directory with the default socket and the tokens (C8.3)."""
    return Path(variable("XDG_RUNTIME_DIR") or "/tmp") / f"toolspan-{os.getuid()}"


@dataclass(frozen=True)
class UnixAddress:
    """A Unix socket."""

    path: str

    @property
    def target(self) -> str:
        """What gRPC dials; it reads a URI, so a path is quoted."""
        return f"unix:{quote(self.path)}"

    def __str__(self) -> str:
        return f"unix:{self.path}"


@dataclass(frozen=True)
class TcpAddress:
    """A host, as it was given without brackets, and a port."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can be there."""
        if self.host.lower() == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def target(self) -> str:
        """What gRPC dials."""
        return f"dns:///{self}"

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


Address = UnixAddress | TcpAddress


def parse(text: str) -> Address:
    """Reads an address, or raises `ToolspanError` that shows the forms."""
    if text.startswith("unix:"):
        path = text[len("unix:///") - 1 :] if text.startswith("unix:///") else text[len("unix:") :]
        if not path.startswith("/") or path.startswith("//") or path == "/" or "\0" in path:
            raise _unknown_form(text)
        size = len(os.fsencode(path))
        if size > _PATH_LIMIT:
            raise ToolspanError(texts.PATH_TOO_LONG.format(path=path, bytes=size, limit=_PATH_LIMIT))
        return UnixAddress(path)
    found = _HOST_PORT.fullmatch(text)
    if found is None or not 0 < int(found["port"]) < 65536:
        raise _unknown_form(text)
    return TcpAddress(found["six"] or found["host"], int(found["port"]))


def _unknown_form(text: str) -> ToolspanError:
    shown = json.dumps(text, ensure_ascii=False)
    return ToolspanError(
        f"{shown} is not an address: write unix:/path/to.sock, unix:///path/to.sock, host:port or [::1]:port."
    )


def resolve(text: str | None) -> Address:
    """The address given, else `$TOOLSPAN_ADDRESS`, else the user's own default socket."""
    return parse(text or variable("TOOLSPAN_ADDRESS") or f"unix:{own_directory() / 'toolspan.sock'}")
