"""Bytes with a media type: the value that crosses languages without being re-encoded (C1.1)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Payload:
    """Bytes as their writer made them.

    Attributes:
        data: the bytes.
        media_type: an IANA media type; empty means UTF-8 JSON text.

    """

    data: bytes
    media_type: str = ""
