"""A function as a tool."""

import asyncio
import functools
import inspect
import math
import re
import sys
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from toolspan.host import docstring
from toolspan.spec import ToolSpec

if TYPE_CHECKING:
    pass

P = ParamSpec("P")
R = TypeVar("R")

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")


class Tool(Generic[P, R]):
    """A function that callers in every language can call; calling it here is calling the function.

    Attributes:
        name: its bare name.
        description: what it does, for people and models.
        function: the function.
        timeout: the most seconds that one call may take; None means the sidecar's limit.
        idempotent: whether a call whose outcome was lost may be repeated.
        is_async: whether it runs on the event loop rather than in a thread.

    """

    def __init__(
        self,
        function: Callable[P, R],
        *,
        name: str | None = None,
        description: str | None = None,
        timeout: float | None = None,
        idempotent: bool = False,
        output: Any = None,
        injected: Collection[str] = (),
        names: Mapping[str, Any] | None = None,
    ) -> None:
        # pydantic takes longer to load than the rest of this package, and callers do not need it
        from toolspan.host import signature
        from toolspan.host.arguments import Arguments
        from toolspan.host.output import Output

        if not callable(function):
            raise TypeError(f"A tool is made of a function, not of {type(function).__name__}.")
        self.name = name if name is not None else _name_of(function)
        if not _NAME.fullmatch(self.name):
            raise TypeError(f'The tool name "{self.name}" is not 1 to 128 of A-Z a-z 0-9 _ . and -.')
        if timeout is not None and (not timeout > 0 or math.isinf(timeout)):
            raise TypeError(f"The tool {self.name} has the timeout {timeout}: it is seconds above 0.")
        if _is_generator(function):
            raise TypeError(f"The tool {self.name} is a generator: return a list, and tell progress by the context.")
        described = docstring.read(_doc_of(function))
        read = signature.read(function, self.name, names or {})
        self.function = function
        self.description = described.text if description is None else description
        self.timeout = timeout
        self.idempotent = idempotent
        self.is_async = _is_async(function)
        self.context_name = read.context
        self.arguments: Arguments = Arguments(self.name, read, described.parameters, injected)
        self.output: Output | None = (
            None if output is None or output is False else Output(self.name, output, read.returns)
        )
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Calls the function."""
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"Tool({self.name!r})"

    def spec(self, source: str) -> ToolSpec:
        """What is known of it without running it."""
        schema = None if self.output is None else self.output.schema
        rest = ("function", source, self.timeout, self.idempotent, "", self.arguments.injected_schema)
        return ToolSpec(self.name, self.description, self.arguments.schema, schema, *rest)  # type: ignore[arg-type]


@overload
def tool(function: Callable[P, R], /) -> Tool[P, R]: ...
@overload
def tool(
    function: Callable[P, R],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
    idempotent: bool = False,
    output: Any = None,
    injected: Collection[str] = (),
) -> Tool[P, R]: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
    idempotent: bool = False,
    output: Any = None,
    injected: Collection[str] = (),
) -> Callable[[Callable[P, R]], Tool[P, R]]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
    idempotent: bool = False,
    output: Any = None,
    injected: Collection[str] = (),
) -> Any:
    """Makes a function a tool, bare or with options; plain functions run in threads, async ones on one event loop.

    Args:
        function: what runs. Its type hints are the schema, its docstring the descriptions.
        name: 1 to 128 of A-Z a-z 0-9 _ . and -; the function's own name if not given.
        description: what a model reads; the docstring's text if not given.
        timeout: the most seconds that one call may take.
        idempotent: whether a call whose outcome was lost may be repeated.
        output: the type that a successful result has, `True` for the function's own return type, or a JSON Schema;
            a result of another shape is then a failure of kind `invalid_result`.
        injected: the parameters that the framework gives by `call(injected=…)`, and that models neither see nor give.

    """
    names = dict(sys._getframe(1).f_locals)

    def make(of: Callable[..., Any]) -> Tool[..., Any]:
        return Tool(
            of,
            name=name,
            description=description,
            timeout=timeout,
            idempotent=idempotent,
            output=output,
            injected=injected,
            names=names,
        )

    return make if function is None else make(function)


def _inner(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    return function if inspect.isroutine(function) else type(function).__call__


def _name_of(function: Any) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__name__", type(function).__name__))


def _doc_of(function: Any) -> str | None:
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.getdoc(function)


def _is_async(function: Any) -> bool:
    return asyncio.iscoroutinefunction(function) or inspect.iscoroutinefunction(_inner(function))


def _is_generator(function: Any) -> bool:
    inner = _inner(function)
    return inspect.isgeneratorfunction(inner) or inspect.isasyncgenfunction(inner)
