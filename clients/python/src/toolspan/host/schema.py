"""The JSON Schema that pydantic exports, in the form that callers and models of every language read (C3.1)."""

from collections.abc import Mapping, Set
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticSerializationError, core_schema

from toolspan.decode import decode
from toolspan.encode import encode

DECIMAL = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"


class Exported(GenerateJsonSchema):
    """Bytes are standard base64, decimals are numbers or their digits, and no title repeats a name."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Titles made of names say nothing new."""
        return False

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        """A length that is given in bytes says nothing of the text."""
        return {"type": "string", "contentEncoding": "base64"}

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """The digits as text are exact; pydantic's own pattern needs look-ahead, which no linear engine runs."""
        text: JsonSchemaValue = {"type": "string", "format": "decimal", "pattern": DECIMAL}
        if self.mode == "serialization":
            return text
        number: JsonSchemaValue = {"type": "number"}
        self.update_with_validations(number, schema, self.ValidationsMapping.numeric)
        return {"anyOf": [text, {key: as_number(each) for key, each in number.items()}]}

    def encode_default(self, dft: Any) -> Any:
        """The default as it would travel; one that has no JSON form is not shown."""
        text, problems = encode(dft)
        if problems:
            raise PydanticSerializationError("the default has no JSON form")
        return decode(text.encode("utf-8"))

    def emit_warning(self, kind: Any, detail: str) -> None:
        """A default that is not shown is nothing to warn of."""


def as_number(value: Any) -> Any:
    """A bound of a decimal, as JSON has numbers."""
    if isinstance(value, (str, int)):
        return value
    number = float(value)
    return int(number) if number.is_integer() else number


def tidied(schema: dict[str, Any]) -> dict[str, Any]:
    """Without the titles of classes."""
    schema.pop("title", None)
    for definition in schema.get("$defs", {}).values():
        definition.pop("title", None)
    return schema


def nullable(node: Any, definitions: dict[str, Any]) -> bool:
    """Whether a schema takes null."""
    node = resolved(node, definitions)
    if "const" in node or "enum" in node:
        return None in node.get("enum", [node.get("const", 0)])
    for word in ("anyOf", "oneOf"):
        if word in node:
            return any(nullable(each, definitions) for each in node[word])
    kinds = node.get("type")
    return kinds is None or kinds == "null" or (isinstance(kinds, list) and "null" in kinds)


def resolved(node: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema behind a reference."""
    for _ in range(len(definitions) + 1):
        if not isinstance(node, dict):
            return {}
        name = node.get("$ref")
        if not isinstance(name, str):
            return node
        node = definitions.get(name.removeprefix("#/$defs/"), {})
    return {}


def parted(schema: dict[str, Any], names: Set[str]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The schema of an object without some of its properties, and one of those alone; None where there are none."""
    properties: dict[str, Any] = schema["properties"]
    if not names & properties.keys():
        return schema, None
    required = schema.get("required", [])

    def part(hidden: bool) -> dict[str, Any]:
        kept = {key: each for key, each in properties.items() if (key in names) == hidden}
        made: dict[str, Any] = {"type": "object", "properties": kept}
        rest = {key: each for key, each in schema.items() if key not in (*made, "required", "$defs") and not hidden}
        if needed := [key for key in required if key in kept]:
            made["required"] = needed
        made.update(rest)
        if definitions := _referred(made, schema.get("$defs", {})):
            made["$defs"] = definitions
        return made

    return part(hidden=False), part(hidden=True)


def _referred(node: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions that a schema refers to, and those that they refer to."""
    found: dict[str, Any] = {}
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Mapping):
            name = str(here.get("$ref", "")).removeprefix("#/$defs/")
            if name in definitions and name not in found:
                found[name] = definitions[name]
                waiting.append(definitions[name])
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return {name: each for name, each in definitions.items() if name in found}
