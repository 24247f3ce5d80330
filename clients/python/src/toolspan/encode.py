"""A Python value as compact JSON text, without loss; what cannot cross is listed, never dropped (C1.4)."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolspan._gen import texts
from toolspan.decode import InvalidJsonError, decode
from toolspan.objects import unfolded
from toolspan.payload import Payload
from toolspan.problems import Problem, pointer
from toolspan.scalars import NoFormError, key_text, media_text, scalar_text, string_text

MAX_DEPTH = 512


@dataclass
class _Open:
    """A list or map that is being written."""

    items: Iterator[tuple[str | int, str, object]]
    end: str
    identity: int
    first: bool = True


class _Writer:
    """Walks with a stack of its own, so that depth costs no recursion."""

    def __init__(self, max_depth: int) -> None:
        self.parts: list[str] = []
        self.problems: list[Problem] = []
        self._max_depth = max_depth
        self._open: list[_Open] = []
        self._path: list[str | int] = []

    def run(self, value: object) -> None:
        self._put(value)
        while self._open:
            top = self._open[-1]
            item = next(top.items, None)
            if item is None:
                self.parts.append(top.end)
                self._open.pop()
                if self._open:
                    self._path.pop()
                continue
            step, lead, child = item
            if not top.first:
                self.parts.append(",")
            top.first = False
            self.parts.append(lead)
            self._path.append(step)
            if not self._put(child):
                self._path.pop()

    def _put(self, value: object) -> bool:
        """Writes a scalar, or opens a list or map and says so."""
        if isinstance(value, Payload):
            self._nested(value)
            return False
        if isinstance(value, Mapping):
            return self._enter(value, "{", "}")
        if isinstance(value, (list, tuple)) or (
            isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))
        ):
            return self._enter(value, "[", "]")
        try:
            self.parts.append(scalar_text(value))
        except NoFormError as reason:
            return self._object(value, str(reason))
        return False

    def _object(self, value: object, reason: str) -> bool:
        """An object that stands for a list, a map or a scalar."""
        try:
            known = unfolded(value)
        except NoFormError as more:
            self._problem(str(more))
            return False
        if known is None:
            self._problem(reason)
            return False
        inner, start, end = known
        if start == "":
            return self._put(inner)
        return self._enter(inner, start, end, id(value))

    def _nested(self, value: Payload) -> None:
        """JSON inside JSON stands as it was written; anything else as its media type and base64 (C1.6)."""
        if value.media_type:
            self.parts.append(media_text(value.data, value.media_type))
            return
        try:
            decode(value.data)
        except InvalidJsonError as error:
            self._problem(error.problems[0].reason)
        else:
            self.parts.append(value.data.decode("utf-8"))

    def _enter(
        self, value: "Mapping[object, object] | Sequence[object]", start: str, end: str, identity: int = 0
    ) -> bool:
        identity = identity or id(value)
        if any(each.identity == identity for each in self._open):
            self._problem(texts.CYCLE)
            return False
        if len(self._open) >= self._max_depth:
            self._problem(texts.TOO_DEEP.format(limit=self._max_depth))
            return False
        items = self._members(value) if isinstance(value, Mapping) else iter(_elements(value))
        self.parts.append(start)
        self._open.append(_Open(items, end, identity))
        return True

    def _members(self, value: Mapping[object, object]) -> Iterator[tuple[str | int, str, object]]:
        members: list[tuple[str | int, str, object]] = []
        seen: set[str] = set()
        for key, child in value.items():
            try:
                text = key_text(key)
            except NoFormError as reason:
                self._problem(str(reason))
                continue
            quoted = string_text(text)
            if text in seen:
                self._problem(texts.DUPLICATE_KEY.format(key=quoted))
            seen.add(text)
            members.append((text, quoted + ":", child))
        return iter(members)

    def _problem(self, reason: str) -> None:
        self.problems.append(Problem(pointer(self._path), reason))


def _elements(value: Sequence[object]) -> Iterator[tuple[str | int, str, object]]:
    return ((index, "", child) for index, child in enumerate(value))


_PLAIN = frozenset({str, int, float, bool, type(None)})
_fast = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")).encode
_EXPONENT = re.compile(r"[0-9]e[+-][0-9]")


def _is_plain(value: object, depth: int) -> bool:
    """Whether Python's own encoder writes the same text; False in doubt, as for every cycle."""
    if depth == 0:
        return False
    children: Collection[object]
    if type(value) is dict:
        if not set(map(type, value)) <= {str}:
            return False
        children = value.values()
        kinds = set(map(type, children))
    elif type(value) is list:
        children = value
        kinds = set(map(type, value))
    else:
        return type(value) in _PLAIN
    return kinds <= _PLAIN or all(type(child) in _PLAIN or _is_plain(child, depth - 1) for child in children)


def _plain_text(value: object) -> str | None:
    """The text of a value that is plain; None where it has to be walked: an exponent, NaN, a lone surrogate."""
    try:
        text = _fast(value)
        if not text.isascii():
            text.encode("utf-8")
    except ValueError:
        return None
    # Python writes 1e+16 and 1e-05 where RFC 8785 writes digits
    return None if ("e+" in text or "e-" in text) and _EXPONENT.search(text) else text


_PLAIN_DEPTH = 64  # within which Python's encoder recurses without harm


def encode(value: object, max_depth: int = MAX_DEPTH) -> tuple[str, list[Problem]]:
    """Compact JSON text, and what of the value it could not say; use the text only where that is empty."""
    if _is_plain(value, min(max_depth, _PLAIN_DEPTH)) and (text := _plain_text(value)) is not None:
        return text, []
    writer = _Writer(max_depth)
    writer.run(value)
    return "".join(writer.parts), writer.problems
