"""The fields of one JSON object, read strictly: no scalar is coerced, no unknown field taken where some are known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from toolspan._gen import texts
from toolspan.decode import InvalidJsonError, decode
from toolspan.strict import (
    array_at,
    child,
    choice_at,
    filled_at,
    identity_at,
    map_at,
    misshapen,
    optional_text_at,
    text_at,
)

_Choice = TypeVar("_Choice", bound=str)
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Unread:
    """A JSON object that is still bytes; it is read when its turn comes, so that the first error is the first."""

    data: bytes

    def read(self, path: str) -> Any:
        """The object; no bytes are {}."""
        try:
            value = decode(self.data or b"{}")
        except InvalidJsonError as bad:
            raise misshapen(path, bad.problems[0].reason) from None
        if not isinstance(value, dict):
            raise misshapen(path, texts.FIELD_OBJECT)
        return value


def object_at(value: object, path: str) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, Mapping):
        raise misshapen(path, texts.FIELD_OBJECT)
    return value


class Fields:
    """The object at `path`, which has no fields but the known ones; where none are named, it may hold any."""

    def __init__(self, value: object, path: str, known: Sequence[str] | None = None) -> None:
        self._values = object_at(value, path)
        self._path = path
        if known is None:
            return
        for key in self._values:
            if key not in known:
                raise misshapen(child(path, str(key)), texts.FIELD_UNKNOWN)

    def at(self, key: str) -> str:
        """The pointer of a field."""
        return child(self._path, key)

    def get(self, key: str, omitted: Any = None) -> Any:
        """The value, or `omitted` where the field is left out."""
        return self._values.get(key, omitted)

    def required(self, key: str) -> Any:
        """The value of a field that must be there."""
        if key not in self._values:
            raise misshapen(self.at(key), texts.FIELD_REQUIRED)
        return self._values[key]

    def text(self, key: str, omitted: str) -> str:
        """A string, `omitted` where the field is left out."""
        return text_at(self.get(key, omitted), self.at(key))

    def filled(self, key: str) -> str:
        """A string that is not empty."""
        return filled_at(self.required(key), self.at(key))

    def identity(self, key: str, empty: str) -> str:
        """A string; the rule `empty` says that it must not be empty."""
        return identity_at(self.required(key), self.at(key), empty)

    def optional_text(self, key: str) -> str | None:
        """None where it is null or left out."""
        return optional_text_at(self.get(key), self.at(key))

    def choice(self, key: str, choices: Sequence[_Choice]) -> _Choice:
        """One of a few words."""
        return choice_at(self.required(key), self.at(key), choices)

    def map(self, key: str) -> Any:
        """An ordinary map; {} where it is null or left out."""
        value = self.get(key)
        return value.read(self.at(key)) if isinstance(value, Unread) else map_at(value, self.at(key))

    def items(self, key: str, each: Callable[[Any, str], _Item]) -> tuple[_Item, ...]:
        """Each item of a list that must be there."""
        values = array_at(self.required(key), self.at(key))
        return tuple(each(value, child(self.at(key), index)) for index, value in enumerate(values))


def type_of(value: object, path: str, choices: Sequence[_Choice]) -> _Choice:
    """The `type` of an object; which of its fields are known depends on that, so it comes first."""
    return Fields(value, path).choice("type", choices)
