"""The JSON text of a value that holds no other value (C1.6)."""

import base64
import json
import math
import numbers
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import PurePath
from typing import Any
from uuid import UUID

from toolspan._gen import texts
from toolspan.digits import float_text, integer_text
from toolspan.unicode import clean


class NoFormError(ValueError):
    """The value has no JSON form; the message is the reason, as a problem says it."""


_quote = json.JSONEncoder(ensure_ascii=False).encode


def string_text(value: str) -> str:
    """A JSON string: non-ASCII as it is, a lone surrogate as U+FFFD."""
    return _quote(str.__str__(clean(value)))


def media_text(data: bytes, media_type: str) -> str:
    """Bytes where JSON must show them."""
    encoded = base64.b64encode(data).decode("ascii")
    return f'{{"media_type":{string_text(media_type)},"base64":"{encoded}"}}'


def instant_text(value: datetime) -> str:
    """RFC 3339 in UTC, a fraction only where it is not zero."""
    if value.utcoffset() is None:
        raise NoFormError(texts.NAIVE_TIME)
    try:
        utc = value.astimezone(timezone.utc)
    except OverflowError:
        raise NoFormError(texts.NO_JSON_FORM.format(type=type(value).__name__)) from None
    fraction = f".{utc.microsecond:06d}".rstrip("0") if utc.microsecond else ""
    return f"{utc.year:04d}-{utc:%m-%dT%H:%M:%S}{fraction}Z"


def duration_text(value: timedelta) -> str:
    """ISO 8601 in hours, minutes and seconds."""
    micros = abs(value) // timedelta(microseconds=1)
    minutes, micros = divmod(micros, 60_000_000)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{micros / 1_000_000:.6f}".rstrip("0").rstrip(".")
    parts = [(hours, "H"), (minutes, "M"), (seconds if micros or not (hours or minutes) else "", "S")]
    sign = "-" if value < timedelta(0) else ""
    return "PT" + "".join(f"{sign}{amount}{unit}" for amount, unit in parts if amount)


def decimal_text(value: Decimal) -> str:
    """Its digits, without an exponent."""
    if not value.is_finite():
        raise NoFormError(_non_finite("NaN" if value.is_nan() else "-Infinity" if value < 0 else "Infinity"))
    return f"{value:f}"


def _non_finite(word: str) -> str:
    return texts.NON_FINITE.format(value=word)


def _float(value: float) -> str:
    if math.isfinite(value):
        return float_text(value)
    raise NoFormError(_non_finite("NaN" if math.isnan(value) else "-Infinity" if value < 0 else "Infinity"))


# Subclasses come after the exact types, in this order: a bool is an int, an IntEnum is its number, a StrEnum its text.
_FORMS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (str, string_text),
    (bool, lambda value: "true" if value else "false"),
    (int, integer_text),
    (float, _float),
    (type(None), lambda value: "null"),
    (Decimal, lambda value: string_text(decimal_text(value))),
    (datetime, lambda value: string_text(instant_text(value))),
    (date, lambda value: string_text(value.isoformat())),
    (time, lambda value: string_text(value.isoformat())),
    (timedelta, lambda value: string_text(duration_text(value))),
    (UUID, lambda value: string_text(str(value))),
    (bytes, lambda value: string_text(base64.b64encode(value).decode("ascii"))),
    (bytearray, lambda value: string_text(base64.b64encode(value).decode("ascii"))),
    (memoryview, lambda value: string_text(base64.b64encode(value.tobytes()).decode("ascii"))),
    (numbers.Integral, lambda value: integer_text(int(value))),
    (PurePath, lambda value: string_text(str(value))),
    *((kind, lambda value: string_text(str(value))) for kind in (IPv4Address, IPv6Address, IPv4Network, IPv6Network)),
    (Enum, lambda value: scalar_text(value.value)),
)
_EXACT = dict(_FORMS)


def scalar_text(value: object) -> str:
    """The JSON text; raises `NoFormError` with the reason where there is none."""
    form = _EXACT.get(type(value))
    if form is not None:
        return form(value)
    for kind, each in _FORMS:
        if isinstance(value, kind):
            return each(value)
    raise NoFormError(texts.NO_JSON_FORM.format(type=type(value).__name__))


def key_text(key: object) -> str:
    """A map's key as JSON has it: a string as it is, anything else as its JSON text (C1.6)."""
    if isinstance(key, str):
        return clean(str.__str__(key))
    text = scalar_text(key)
    return str(json.loads(text)) if text.startswith('"') else text
