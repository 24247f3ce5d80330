"""JSON text as a Python value, without loss; what is not JSON is a problem, never an exception of Python's own."""

import json
import math
import re
import threading
from itertools import accumulate
from typing import Any

from toolspan._gen import texts
from toolspan.digits import integer_value
from toolspan.problems import Problem, joined
from toolspan.unicode import clean

_STRING = re.compile(rb'"[^"]*"?')
_NOT_STRUCTURE = bytes(set(range(256)) - set(b'[]{}"'))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# Only a number with an exponent of three digits, or with hundreds of digits, can be beyond a double. Looking for these
# in a copy whose digits are all 0 costs a tenth of a regular expression over 64 KiB.
_DIGITS_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
_MANY_DIGITS = b"0" * 200


class InvalidJsonError(ValueError):
    """The bytes are not a JSON value that can be read; `problems` says where and why."""

    def __init__(self, reason: str) -> None:
        self.problems = [Problem("", reason)]
        super().__init__(joined(self.problems))


def decode(data: bytes, max_depth: int = 512) -> Any:
    """The value; integers stay integers of any size, the last of two equal keys wins. Raises `InvalidJsonError`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidJsonError(texts.NOT_UTF8) from None
    if data.count(b"[") + data.count(b"{") > max_depth and _depth(data) > max_depth:
        raise InvalidJsonError(texts.TOO_DEEP.format(limit=max_depth))
    try:
        return _read(text, _may_overflow(data))
    except RecursionError:
        return _read_on_fresh_stack(text, _may_overflow(data))


def _may_overflow(data: bytes) -> bool:
    alike = data.translate(_DIGITS_ALIKE, b"+")
    return b"e000" in alike or _MANY_DIGITS in alike


def _depth(data: bytes) -> int:
    """The deepest nesting; brackets inside strings do not count."""
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    # two quotes side by side change nothing about what lies inside a string and what does not
    brackets = _STRING.sub(b"", data.translate(None, _NOT_STRUCTURE).replace(b'""', b""))
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def _refuse(token: str) -> Any:
    raise json.JSONDecodeError(token, token, 0)


_FAST = json.JSONDecoder(parse_constant=_refuse)
_LOSSLESS = json.JSONDecoder(parse_constant=_refuse, parse_int=integer_value)


def _read(text: str, may_overflow: bool) -> Any:
    try:
        try:
            value = _FAST.decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:  # an integer over the limit that Python sets to one conversion
            value = _LOSSLESS.decode(text)
    except json.JSONDecodeError:
        raise InvalidJsonError(texts.NOT_JSON) from None
    if may_overflow and _has_infinity(value):
        raise InvalidJsonError(texts.OUT_OF_RANGE)
    return _cleaned(value) if "\\" in text and _SURROGATE.search(text) else value


def _read_on_fresh_stack(text: str, may_overflow: bool) -> Any:
    """Python's parser recurses; where the caller stands deep already it gets a stack of its own."""
    ended: list[Any] = []

    def run() -> None:
        try:
            ended.append(_read(text, may_overflow))
        except InvalidJsonError as error:
            ended.append(error)
        except RecursionError:  # the recursion limit was lowered under the depth that we promise
            ended.append(InvalidJsonError(texts.TOO_DEEP.format(limit=512)))

    thread = threading.Thread(target=run, name="toolspan-json")
    thread.start()
    thread.join()
    if isinstance(ended[0], InvalidJsonError):
        raise ended[0]
    return ended[0]


def _cleaned(value: Any) -> Any:
    """Escapes can spell lone surrogates, which no string of ours holds (C1.7)."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    if isinstance(value, dict):
        return {clean(key): _cleaned(each) for key, each in value.items()}
    return value


def _has_infinity(value: Any) -> bool:
    """Whether a number such as 1e400 was read as an infinity."""
    if isinstance(value, dict):
        return any(map(_has_infinity, value.values()))
    if isinstance(value, list):
        return any(map(_has_infinity, value))
    return isinstance(value, float) and math.isinf(value)
