"""Checks of one value at a place, in words that every language shares; no scalar is coerced (C5.3)."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from toolspan._gen import texts
from toolspan.errors import InvalidMessageError
from toolspan.problems import Problem, pointer

_MOST = 2**63 - 1
_Choice = TypeVar("_Choice", bound=str)


def child(path: str, step: str | int) -> str:
    """The pointer of a key or index under `path`."""
    return path + pointer([step])


def misshapen(path: str, reason: str) -> InvalidMessageError:
    """A place whose shape is wrong."""
    return InvalidMessageError(path, str(Problem(path, reason)))


def text_at(value: object, path: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise misshapen(path, texts.FIELD_STRING)
    return value


def filled_at(value: object, path: str) -> str:
    """A string that is not empty."""
    text = text_at(value, path)
    if not text:
        raise misshapen(path, texts.FIELD_EMPTY)
    return text


def identity_at(value: object, path: str, empty: str) -> str:
    """A string; the rule `empty` says that it must not be empty."""
    text = text_at(value, path)
    if not text:
        raise InvalidMessageError(path, empty)
    return text


def optional_text_at(value: object, path: str) -> str | None:
    """A string or None."""
    return None if value is None else text_at(value, path)


def choice_at(value: object, path: str, choices: Sequence[_Choice]) -> _Choice:
    """One of a few words."""
    text = text_at(value, path)
    for choice in choices:
        if choice == text:
            return choice
    raise misshapen(path, texts.FIELD_CHOICE.format(choices=", ".join(choices)))


def flag_at(value: object, path: str) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise misshapen(path, texts.FIELD_BOOLEAN)
    return value


def map_at(value: Any, path: str) -> Any:
    """An ordinary map, shared and not copied; {} for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise misshapen(path, texts.FIELD_OBJECT)
    return value


def array_at(value: object, path: str) -> Sequence[Any]:
    """A list or tuple."""
    if not isinstance(value, (list, tuple)):
        raise misshapen(path, texts.FIELD_ARRAY)
    return value


def size_at(value: object, path: str) -> int | None:
    """A number of bytes or None."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise misshapen(path, texts.FIELD_SIZE)
    return value


def count_at(value: object, path: str) -> int:
    """A number of tokens."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidMessageError(path, texts.MESSAGE_COUNT_INTEGER)
    if value < 0:
        raise InvalidMessageError(path, texts.MESSAGE_COUNT_NEGATIVE)
    if value > _MOST:
        raise misshapen(path, texts.FIELD_SIZE)
    return value


def counts_at(value: object, path: str) -> dict[str, int]:
    """Token counts by name; {} for None."""
    counts: Mapping[Any, object] = map_at(value, path)
    checked: dict[str, int] = {}
    for name, each in counts.items():
        place = child(path, str(name))
        checked[text_at(name, place)] = count_at(each, place)
    return checked
