"""What JSON has no type for, put where the schema says: bytes from base64, decimals with every digit (C1.6)."""

import base64
import binascii
import contextlib
import json
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from toolspan.host.schema import resolved
from toolspan.problems import Problem, pointer

_NOT_BASE64 = "is not standard base64"

Node = dict[str, Any]


class Guide:
    """Knows the places of one schema where a value must be turned."""

    def __init__(self, schema: Node) -> None:
        text = json.dumps(schema)
        self._has_decimals = '"format": "decimal"' in text
        self._turns = self._has_decimals or '"contentEncoding": "base64"' in text
        self._schema = schema
        self._definitions: Node = schema.get("$defs", {})

    def turn(self, data: bytes, value: Any, problems: list[Problem]) -> Any:
        """The value of the JSON text `data`, turned where it must be; adds what is no base64 to the problems."""
        if not self._turns:
            return value
        if self._has_decimals:
            # an integer over the digits that Python converts at once: the value that was read stays
            with contextlib.suppress(ValueError):
                value = json.loads(data, parse_float=Decimal)
        return _Walk(self._definitions, problems).at([self._schema], value, [])


class _Walk:
    def __init__(self, definitions: Node, problems: list[Problem]) -> None:
        self._definitions = definitions
        self._problems = problems

    def at(self, nodes: Sequence[Any], value: Any, path: list[str | int]) -> Any:
        if isinstance(value, str):
            texts = [each for each in self._branches(nodes) if _takes(each, "string")]
            is_bytes = bool(texts) and all(each.get("contentEncoding") == "base64" for each in texts)
            return self._bytes(value, path) if is_bytes else value
        if isinstance(value, Decimal):
            branches = self._branches(nodes)
            return value if any(each.get("format") == "decimal" for each in branches) else float(value)
        if isinstance(value, list):
            arrays = [each for each in self._branches(nodes) if _takes(each, "array")]
            return [self._below(arrays, _item, index, child, path) for index, child in enumerate(value)]
        if isinstance(value, dict):
            objects = [each for each in self._branches(nodes) if _takes(each, "object")]
            fitting = [each for each in objects if self._fits(each, value)] or objects
            return {key: self._below(fitting, _property, key, child, path) for key, child in value.items()}
        return value

    def _below(
        self,
        nodes: list[Node],
        step_of: Callable[[Node, Any], Any],
        step: str | int,
        child: Any,
        path: list[str | int],
    ) -> Any:
        path.append(step)
        try:
            return self.at([step_of(each, step) for each in nodes], child, path)
        finally:
            path.pop()

    def _bytes(self, text: str, path: list[str | int]) -> Any:
        try:
            return base64.b64decode(text.encode("ascii"), validate=True)
        except (binascii.Error, UnicodeEncodeError):
            self._problems.append(Problem(pointer(path), _NOT_BASE64))
            return text

    def _branches(self, nodes: Sequence[Any]) -> list[Node]:
        """Every alternative that a value may follow."""
        found: list[Node] = []
        waiting = list(nodes)
        for _ in range(1000):
            if not waiting:
                break
            node = resolved(waiting.pop(0), self._definitions)
            inner = [*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())]
            if inner:
                waiting = [*inner, *waiting]
            if not inner or "properties" in node:
                found.append(node)
        return [each for each in found if each]

    def _fits(self, node: Node, value: Node) -> bool:
        """Whether an object is this alternative: what it requires is there, what it fixes is equal."""
        properties = node.get("properties", {})
        if not all(key in value for key in node.get("required", ())):
            return False
        for key in value.keys() & properties.keys():
            fixed = resolved(properties[key], self._definitions)
            allowed = [fixed["const"]] if "const" in fixed else fixed.get("enum")
            if allowed is not None and value[key] not in allowed:
                return False
        return True


def _takes(node: Node, kind: str) -> bool:
    stated = node.get("type")
    return stated is None or stated == kind or (isinstance(stated, list) and kind in stated)


def _item(node: Node, index: int) -> Any:
    first = node.get("prefixItems", ())
    return first[index] if index < len(first) else node.get("items", {})


def _property(node: Node, key: str) -> Any:
    properties = node.get("properties", {})
    return properties[key] if key in properties else node.get("additionalProperties", {})
