"""What proves the caller to the sidecar and the sidecar to the caller (C8.3)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import grpc

from toolspan.address import Address, TcpAddress, UnixAddress, own_directory, variable
from toolspan.errors import ToolspanError


@dataclass(frozen=True)
class Tls:
    """PEM files. Off loopback TLS is always used; on loopback where `ca` is given.

    Attributes:
        ca: who the sidecar's certificate must be signed by; None means the system's roots.
        cert: the caller's own certificate chain, for mutual TLS.
        key: its private key.

    """

    ca: str | PathLike[str] | None = None
    cert: str | PathLike[str] | None = None
    key: str | PathLike[str] | None = None


def resolve_tls(tls: Tls | None) -> Tls:
    """The files given, else those of `TOOLSPAN_TLS_CA`, `TOOLSPAN_TLS_CERT`, `TOOLSPAN_TLS_KEY`."""
    if tls is not None:
        return tls
    return Tls(variable("TOOLSPAN_TLS_CA"), variable("TOOLSPAN_TLS_CERT"), variable("TOOLSPAN_TLS_KEY"))


def channel_credentials(address: Address, tls: Tls) -> grpc.ChannelCredentials | None:
    """None means without TLS, which only this machine can be talked to with."""
    if isinstance(address, UnixAddress) or (address.is_loopback and tls.ca is None):
        return None
    if (tls.cert is None) != (tls.key is None):
        raise ToolspanError("TLS needs cert and key, or neither.")
    return grpc.ssl_channel_credentials(_pem(tls.ca), _pem(tls.key), _pem(tls.cert))


def _pem(path: str | PathLike[str] | None) -> bytes | None:
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ToolspanError(f"Cannot read the TLS file {path}: {error.strerror}.") from None


def find_token(address: Address, given: str | None) -> str | None:
    """The token given, else `$TOOLSPAN_TOKEN`, else what a sidecar of the same user left for this TCP address."""
    token = given or variable("TOOLSPAN_TOKEN")
    if token is None and isinstance(address, TcpAddress):
        token = next(_left_tokens(address), None)
    if token is not None and not (token.isascii() and token.isprintable()):
        raise ToolspanError("The token has characters other than printable ASCII.")
    return token


def _left_tokens(address: TcpAddress) -> Iterator[str]:
    hosts = [address.host, *(("127.0.0.1", "localhost", "::1") if address.is_loopback else ())]
    for host in hosts:
        name = re.sub(r"[^A-Za-z0-9.-]", "_", host)
        try:
            token = (own_directory() / f"{name}_{address.port}.token").read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if token:
            yield token
