"""What a function takes, as its signature and its type hints say."""

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from toolspan.host.context import AioToolContext, ToolContext
from toolspan.host.typed_dict import readable

NONE = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """One argument of the tool.

    Attributes:
        name: as the function has it.
        annotation: its type; `Any` where there is none.
        default: what the function takes where it is left out, or `NONE`.
        positional: whether it can be given by position alone.

    """

    name: str
    annotation: Any
    default: Any
    positional: bool


@dataclass(frozen=True)
class Signature:
    """What a function takes and gives.

    Attributes:
        parameters: the arguments, in order.
        room: the type of the unknown keys that `**kwargs` takes, or `NONE` where there is no room for them.
        context: the name of the parameter that takes the context; None where there is none.
        returns: the type of the result, or `NONE`.

    """

    parameters: tuple[Parameter, ...]
    room: Any
    context: str | None
    returns: Any


def read(function: Callable[..., Any], tool: str, names: Mapping[str, Any]) -> Signature:
    """Reads the signature; `names` are those around the function, for hints that are text. Raises TypeError."""
    hints = _hints(function, tool, names)
    parameters: list[Parameter] = []
    room: Any = NONE
    context: str | None = None
    for name, each in inspect.signature(function).parameters.items():
        annotation = hints.get(name, Any)
        if each.kind is inspect.Parameter.VAR_POSITIONAL:
            raise TypeError(f"The tool {tool} has *{name}: arguments have names, so use a list parameter.")
        if not parameters and context is None and name in ("self", "cls") and name not in hints:
            raise TypeError(f"The tool {tool} is a method: make the tool of the bound one, tool(thing.{tool}).")
        if each.kind is inspect.Parameter.VAR_KEYWORD:
            if typing.get_origin(annotation) in _UNPACK:
                raise TypeError(f"The tool {tool} has **{name}: Unpack[…]: write its keys as parameters.")
            room = readable(annotation)
        elif _is_context(annotation):
            if context is not None:
                raise TypeError(f"The tool {tool} has two parameters for its context.")
            context = name
        else:
            positional = each.kind is inspect.Parameter.POSITIONAL_ONLY
            parameters.append(Parameter(name, readable(annotation), each.default, positional))
    return Signature(tuple(parameters), room, context, readable(hints.get("return", NONE)))


def _unpacks() -> tuple[Any, ...]:
    import typing_extensions

    return (typing_extensions.Unpack, getattr(typing, "Unpack", typing_extensions.Unpack))


_UNPACK = _unpacks()


def _hints(function: Callable[..., Any], tool: str, names: Mapping[str, Any]) -> dict[str, Any]:
    while isinstance(function, partial):
        function = function.func
    if not inspect.isroutine(function):
        function = type(function).__call__
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError:
        pass
    try:
        return typing.get_type_hints(function, localns={**names}, include_extras=True)
    except NameError as error:
        raise TypeError(f"The tool {tool} has a type hint that cannot be read: {error}.") from None


def _is_context(annotation: Any) -> bool:
    if typing.get_origin(annotation) is Annotated:
        annotation = typing.get_args(annotation)[0]
    members = typing.get_args(annotation) or (annotation,)
    return any(isinstance(each, type) and issubclass(each, (ToolContext, AioToolContext)) for each in members)
