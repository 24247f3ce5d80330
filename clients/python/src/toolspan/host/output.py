"""The declared type of a result: its schema, and the check that a result is one (C3.3)."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError

from toolspan.host.arguments import problems_of
from toolspan.host.schema import Exported, tidied
from toolspan.host.signature import NONE
from toolspan.host.typed_dict import readable
from toolspan.payload import Payload
from toolspan.problems import Problem


class Output:
    """A type that results have; a schema alone is checked by the sidecar."""

    def __init__(self, tool: str, stated: Any, returns: Any) -> None:
        self._adapter: TypeAdapter[Any] | None = None
        if isinstance(stated, Mapping):
            self.schema = dict(stated)
            return
        kind = returns if stated is True else readable(stated)
        if kind is NONE:
            raise TypeError(f"The tool {tool} has output=True and no type hint of what it returns.")
        try:
            self._adapter = TypeAdapter(kind)
            self.schema = tidied(self._adapter.json_schema(mode="serialization", schema_generator=Exported))
        except (PydanticUserError, TypeError) as error:
            raise TypeError(f"The tool {tool} has an output that cannot be described: {error}") from error

    def check(self, value: Any) -> tuple[Any, list[Problem]]:
        """The result as the type writes it, or all that is wrong with it; bytes and payloads stay as they are."""
        if self._adapter is None or isinstance(value, (Payload, bytes)):
            return value, []
        try:
            checked = self._adapter.validate_python(value)
        except ValidationError as error:
            return value, problems_of(error, value)
        return self._adapter.dump_python(checked, by_alias=True, warnings=False), []
