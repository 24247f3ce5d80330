"""The `TypedDict` of `typing`, which pydantic reads only from Python 3.12 on, as the one that it reads everywhere."""

import sys
import types
import typing
from typing import Annotated, Any, Union

import typing_extensions

_ANNOTATED: Any = Annotated
_UNION: Any = Union


def readable(annotation: Any) -> Any:
    """The annotation, with each such class in it replaced by its twin."""
    if sys.version_info >= (3, 12):
        return annotation
    return _replaced(annotation, {})


def _replaced(annotation: Any, seen: dict[Any, Any]) -> Any:
    if isinstance(annotation, type) and typing.is_typeddict(annotation) and type(annotation).__module__ == "typing":
        if annotation not in seen:
            seen[annotation] = annotation  # one that contains itself stays as it is there, and pydantic says so
            seen[annotation] = _twin(annotation, seen)
        return seen[annotation]
    arguments = typing.get_args(annotation)
    if not arguments:
        return annotation
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        parts = (_replaced(arguments[0], seen), *annotation.__metadata__)
        return _ANNOTATED[parts]
    changed = tuple(_replaced(each, seen) for each in arguments)
    if all(new is old for new, old in zip(changed, arguments, strict=True)):
        return annotation
    if origin is Union or origin is types.UnionType:
        return _UNION[changed]
    return annotation.copy_with(changed) if hasattr(annotation, "copy_with") else origin[changed]


def _twin(kind: Any, seen: dict[Any, Any]) -> Any:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {}
    for name, hint in hints.items():
        is_marked = typing.get_origin(hint) in (typing_extensions.Required, typing_extensions.NotRequired)
        inner = _replaced(typing.get_args(hint)[0] if is_marked else hint, seen)
        wrap: Any = typing_extensions.Required if name in kind.__required_keys__ else typing_extensions.NotRequired
        fields[name] = wrap[inner]
    twin: Any = typing_extensions.TypedDict(kind.__name__, fields)  # type: ignore[misc]
    twin.__doc__, twin.__module__, twin.__qualname__ = kind.__doc__, kind.__module__, kind.__qualname__
    for name in ("__pydantic_config__",):
        if hasattr(kind, name):
            setattr(twin, name, getattr(kind, name))
    return twin
