"""The attributes of an event, read strictly where they are known; others may stand beside them."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from toolspan._gen import texts
from toolspan.messages.fields import Fields, object_at
from toolspan.strict import child, misshapen, size_at, text_at

_T = TypeVar("_T")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def uuid_of(fields: Fields, key: str) -> str:
    """The text of a UUID."""
    text = text_at(fields.required(key), fields.at(key))
    if _UUID.fullmatch(text) is None:
        raise misshapen(fields.at(key), texts.FIELD_UUID)
    return text


def string_of(fields: Fields, key: str) -> str:
    """A string that must be there."""
    return text_at(fields.required(key), fields.at(key))


def count_at(value: object, path: str) -> int:
    """An integer from 0 to 2^63-1."""
    size = size_at(value, path)
    if size is None:
        raise misshapen(path, texts.FIELD_SIZE)
    return size


def count_of(fields: Fields, key: str) -> int:
    """A count; 0 where it is null or left out."""
    return size_at(fields.get(key), fields.at(key)) or 0


def number_at(value: object, path: str) -> int | float:
    """An integer or a float."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise misshapen(path, texts.FIELD_NUMBER)
    return value


def required_map(fields: Fields, key: str) -> Mapping[str, Any]:
    """An object that must be there."""
    return object_at(fields.required(key), fields.at(key))


def entries(values: Mapping[str, Any], path: str, each: Callable[[Any, str], _T]) -> dict[str, _T]:
    """Each value of an object, in order."""
    return {key: each(value, child(path, key)) for key, value in values.items()}


def optional_items(fields: Fields, key: str, each: Callable[[Any, str], _T]) -> tuple[_T, ...]:
    """Each item of a list; none where it is null or left out."""
    return () if fields.get(key) is None else fields.items(key, each)
