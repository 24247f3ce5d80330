"""Python's own kinds of objects that stand for a JSON object, a list or another value."""

import dataclasses
import sys
from collections.abc import Mapping, Sequence, Set, ValuesView
from enum import Enum
from typing import Any, TypeAlias

from toolspan._gen import texts
from toolspan.payload import Payload
from toolspan.scalars import NoFormError, scalar_text

Unfolded: TypeAlias = tuple[Any, str, str]


def unfolded(value: object) -> Unfolded | None:
    """What an object holds and the brackets around it, or the value that it stands for; None where it is none such.

    Dataclasses and pydantic models are maps of their fields, sets lists in a fixed order, an exception its name and
    message, an enum its value. Raises `NoFormError` where a model contains itself.
    """
    if isinstance(value, Enum):
        return value.value, "", ""
    if isinstance(value, Set):
        return _ordered(value), "[", "]"
    if isinstance(value, ValuesView):
        return list(value), "[", "]"
    if isinstance(value, BaseException):
        return {"name": type(value).__name__, "message": str(value)}, "{", "}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    pydantic = sys.modules.get("pydantic")  # a model can only be there where pydantic is
    if pydantic is not None and isinstance(value, pydantic.BaseModel):
        return _dumped(value), "", ""
    return None


def _fields(value: Any) -> Unfolded:
    from toolspan.response import ToolResponse

    if isinstance(value, ToolResponse):
        return Payload(value.to_json().encode("utf-8")), "", ""
    fields: Mapping[str, Any] = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
    return fields, "{", "}"


def _dumped(model: Any) -> Any:
    try:
        return model.model_dump(by_alias=True, warnings=False)
    except ValueError as error:
        if "Circular reference" in str(error):
            raise NoFormError(texts.CYCLE) from None
        raise


def _ordered(values: Set[Any]) -> Sequence[Any]:
    """By value where the members have an order, else texts last and by their text: two processes say the same."""
    members = list(values)
    try:
        return sorted(members)
    except TypeError:
        return sorted(members, key=_rank)


def _rank(value: Any) -> tuple[bool, str]:
    try:
        return isinstance(value, str), scalar_text(value)
    except NoFormError:
        return True, repr(value)
