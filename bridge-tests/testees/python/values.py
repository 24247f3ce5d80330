"""Makes the Python value that a tagged JSON tree stands for."""

import base64
import uuid
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from toolspan import Payload


def _cycle(_: Any) -> Any:
    knot: dict[str, Any] = {"a": []}
    knot["a"].append(knot)
    return knot


def _nest(argument: Any) -> Any:
    nested: list[Any] = []
    for _ in range(1, argument["depth"]):
        nested = [nested]
    return nested


def _shared(_: Any) -> Any:
    one = {"x": 1}
    return [one, one]


def _utf16(units: str) -> str:
    joined = b"".join(int(unit, 16).to_bytes(2, "little") for unit in units.split())
    return joined.decode("utf-16-le", "surrogatepass")


def payload(argument: Any) -> Payload:
    """Bytes from text or base64."""
    if "text" in argument:
        data = argument["text"].encode()
    elif "hex" in argument:
        data = bytes.fromhex(argument["hex"])
    else:
        data = base64.b64decode(argument.get("base64", ""))
    return Payload(data, argument.get("media_type", ""))


TAGS: dict[str, Callable[[Any], Any]] = {
    "$num": float,
    "$int": int,
    "$float": float,
    "$bigint": int,
    "$utf16": _utf16,
    "$bytes_hex": bytes.fromhex,
    "$repeat": lambda pair: pair[0] * pair[1],
    "$nest": _nest,
    "$cycle": _cycle,
    "$shared": _shared,
    "$opaque": lambda _: object(),
    "$function": lambda _: lambda: 1,
    "$instant": datetime.fromisoformat,
    "$naive_time": datetime.fromisoformat,
    "$uuid": uuid.UUID,
    "$decimal": Decimal,
    "$map": lambda pairs: {materialise(key): materialise(value) for key, value in pairs},
    "$payload": payload,
}


def materialise(tree: Any) -> Any:
    """Replaces every tag by its value."""
    if isinstance(tree, list):
        return [materialise(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    if len(tree) == 1:
        ((key, argument),) = tree.items()
        if key in TAGS:
            return TAGS[key](argument)
    return {key: materialise(item) for key, item in tree.items()}
