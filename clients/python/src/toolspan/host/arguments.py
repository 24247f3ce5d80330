"""From the arguments that travelled to those that the function takes; pydantic is the judge."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo

from toolspan._gen import texts
from toolspan.decode import InvalidJsonError, decode
from toolspan.host.guide import Guide
from toolspan.host.schema import Exported, nullable, parted, tidied
from toolspan.host.signature import NONE, Parameter, Signature
from toolspan.problems import Problem, pointer

# The member that holds the unknown keys; those that the caller sent are looked up by name before, so none can be it.
_ROOM = "\0room"
_CONFIG = ConfigDict(extra="ignore", protected_namespaces=())


@dataclass(frozen=True)
class Delivered:
    """What a function is called with."""

    positional: list[Any]
    named: dict[str, Any]


class Arguments:
    """The arguments of one tool: their schema, and how they are delivered."""

    def __init__(
        self, tool: str, signature: Signature, descriptions: Mapping[str, str], injected: Collection[str] = ()
    ) -> None:
        self._signature = signature
        if isinstance(injected, str):
            raise TypeError(f"The tool {tool} has injected arguments: give a list of their names.")
        unknown = [name for name in injected if name not in [each.name for each in signature.parameters]]
        if unknown:
            raise TypeError(f"The tool {tool} has no parameter {unknown[0]} that could be injected.")
        fields: dict[str, Any] = {
            f"p{index}": _field(each, descriptions.get(each.name, ""))
            for index, each in enumerate(signature.parameters)
        }
        if signature.room is not NONE:
            fields["room"] = (dict[str, signature.room], Field(alias=_ROOM))  # type: ignore[name-defined]
        try:
            self._model: type[BaseModel] = create_model("Arguments", __config__=_CONFIG, **fields)
            whole = self._export()
        except (PydanticUserError, TypeError) as error:
            raise TypeError(f"The tool {tool} cannot be described: {_blamed(signature, error)}") from error
        self._guide = Guide(whole)
        hidden = {
            key for i, each in enumerate(signature.parameters) if each.name in injected for key in self._keys(f"p{i}")
        }
        self.schema, self.injected_schema = parted(whole, hidden)
        self._known = {key for each in list(fields)[: len(signature.parameters)] for key in self._keys(each)}

    def deliver(self, data: bytes, max_depth: int) -> Delivered | list[Problem]:
        """Reads the arguments as the types ask, or lists everything that is wrong with them."""
        try:
            value = decode(data or b"{}", max_depth)
        except InvalidJsonError as error:
            return error.problems
        if not isinstance(value, dict):
            return [Problem("", texts.NOT_AN_OBJECT)]
        problems: list[Problem] = []
        turned = self._guide.turn(data or b"{}", value, problems)
        if self._signature.room is not NONE:
            known = {key: turned[key] for key in turned if key in self._known}
            turned = {**known, _ROOM: {key: turned[key] for key in turned if key not in self._known}}
        read = self._validated(turned)
        if not isinstance(read, BaseModel):
            return [*problems, *read]
        return problems or self._sorted(read)

    def _validated(self, value: dict[str, Any]) -> BaseModel | list[Problem]:
        try:
            return self._model.model_validate(value)
        except ValidationError as error:
            problems = problems_of(error, value)
        try:
            # A strict type takes no text for a time or an enum, no list for a tuple: JSON has nothing else (C1.6).
            return self._model.model_validate(value, strict=False)
        except ValidationError:
            return problems

    def _sorted(self, read: BaseModel) -> Delivered:
        delivered = Delivered([], {})
        given = read.model_fields_set
        for index, each in enumerate(self._signature.parameters):
            field = f"p{index}"
            own_default = each.default is not NONE and not isinstance(each.default, FieldInfo)
            if field not in given and own_default and not each.positional:
                continue  # the function's own default, which need not be copied or have a JSON form
            value = each.default if field not in given and own_default else getattr(read, field)
            if each.positional:
                delivered.positional.append(value)
            else:
                delivered.named[each.name] = value
        if self._signature.room is not NONE:
            taken = {each.name for each in self._signature.parameters} | {self._signature.context}
            for key, value in getattr(read, "room").items():  # noqa: B009 the field is there at run time only
                if key not in taken:
                    delivered.named[key] = value
        return delivered

    def _export(self) -> dict[str, Any]:
        schema = tidied(self._model.model_json_schema(by_alias=True, schema_generator=Exported))
        properties: dict[str, Any] = schema.setdefault("properties", {})
        room = properties.pop(_ROOM, None)
        if room is not None:
            schema["required"] = [each for each in schema["required"] if each != _ROOM]
            schema["additionalProperties"] = room.get("additionalProperties", True)
        if not schema.get("required"):
            schema.pop("required", None)
        for node in properties.values():
            if node.get("default", 0) is None:
                shape = {key: each for key, each in node.items() if key != "default"}
                if not nullable(shape, schema.get("$defs", {})):
                    del node["default"]
        head = {"type": "object", "properties": properties}
        return {**head, **{key: value for key, value in schema.items() if key not in head}}

    def _keys(self, field: str) -> list[str]:
        """The keys under which a caller may send a field."""
        info = self._model.model_fields[field]
        alias = info.validation_alias or info.alias or field
        choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
        return [str(each.path[0]) if isinstance(each, AliasPath) else each for each in choices]


def _field(parameter: Parameter, description: str) -> tuple[Any, Any]:
    own = parameter.default if isinstance(parameter.default, FieldInfo) else None
    stated = FieldInfo.from_annotation(parameter.annotation)
    added: dict[str, Any] = {}
    if not any(each is not None and (each.alias or each.validation_alias) for each in (own, stated)):
        added["alias"] = parameter.name
    if description and not any(each is not None and each.description for each in (own, stated)):
        added["description"] = description
    annotation = Annotated[parameter.annotation, Field(**added)] if added else parameter.annotation
    if parameter.default is NONE:
        return annotation, ... if stated.is_required() else stated
    return annotation, parameter.default


def _blamed(signature: Signature, error: Exception) -> str:
    """The parameter whose type is at fault, and why."""
    for each in signature.parameters:
        try:
            TypeAdapter(each.annotation).json_schema(schema_generator=Exported)
        except (PydanticUserError, TypeError) as own:
            return f"its parameter {each.name}: {_first_line(own)}"
    return _first_line(error)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


_REASONS = {"missing": "is required", "extra_forbidden": "is not allowed"}


def problems_of(error: ValidationError, value: Any) -> list[Problem]:
    """Every problem at its place in the value; the labels that pydantic gives to alternatives are no places."""
    problems: dict[Problem, None] = {}
    for each in error.errors(include_url=False, include_context=False, include_input=False):
        path: list[str | int] = []
        here = value
        for step in each["loc"]:
            inner = _inside(here, step)
            if inner is not _NOTHING:
                here = inner
            if step != _ROOM and (inner is not _NOTHING or (each["type"] == "missing" and step == each["loc"][-1])):
                path.append(step)
        message = each["msg"]
        reason = _REASONS.get(each["type"], f"is refused: {message[:1].lower()}{message[1:]}")
        problems[Problem(pointer(path), reason)] = None
    return list(problems)


_NOTHING = object()


def _inside(value: Any, step: str | int) -> Any:
    """The member of a map, list or object; `_NOTHING` where there is none."""
    if isinstance(value, Mapping):
        return value.get(step, _NOTHING)
    if isinstance(value, (list, tuple)):
        return value[step] if isinstance(step, int) and step < len(value) else _NOTHING
    return getattr(value, step, _NOTHING) if isinstance(step, str) and not isinstance(value, str) else _NOTHING
