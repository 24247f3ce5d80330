"""The protobuf form of a result's token usage, details in the order in which they were written.

Python's protobuf keeps map entries in no order. On the wire a map is a repeated message of key and value, so a twin of
the schema that says so reads and writes the same bytes in order.
"""

from functools import cache
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from toolspan.messages.result import TokenUsage
from toolspan.unicode import clean

_FIELD = descriptor_pb2.FieldDescriptorProto
_COUNTS = ("prompt_tokens", "completion_tokens")
_DETAILS = ("prompt_token_details", "completion_token_details")


def usage_to_bytes(usage: TokenUsage) -> bytes:
    """The field `usage` of a result, with its tag."""
    result = _twin()()
    result.usage.SetInParent()
    for name in _COUNTS:
        if getattr(usage, name) is not None:
            setattr(result.usage, name, getattr(usage, name))
    for name in _DETAILS:
        for key, value in getattr(usage, name).items():
            getattr(result.usage, name).add(key=clean(key), value=value)
    written: bytes = result.SerializeToString()
    return written


def usage_value(result: bytes) -> dict[str, Any]:
    """The fields of the usage of a result, in the shape of the JSON form; of two equal keys the last wins."""
    usage = _twin().FromString(bytes(result)).usage
    counts = {name: getattr(usage, name) if usage.HasField(name) else None for name in _COUNTS}
    return {**counts, **{name: {each.key: each.value for each in getattr(usage, name)} for name in _DETAILS}}


@cache
def _twin() -> Any:
    """The class of a ChatResult of which only the usage is known."""
    package = "toolspan.twin"
    file = descriptor_pb2.FileDescriptorProto(name="toolspan/twin.proto", package=package, syntax="proto2")
    entry = file.message_type.add(name="Entry")
    _add(entry, "key", 1, _FIELD.TYPE_STRING)
    _add(entry, "value", 2, _FIELD.TYPE_INT64)
    usage = file.message_type.add(name="Usage")
    for number, name in enumerate(_COUNTS, 1):
        _add(usage, name, number, _FIELD.TYPE_INT64)
    for number, name in enumerate(_DETAILS, 3):
        field = _add(usage, name, number, _FIELD.TYPE_MESSAGE, f".{package}.Entry")
        field.label = _FIELD.LABEL_REPEATED
    _add(file.message_type.add(name="Result"), "usage", 4, _FIELD.TYPE_MESSAGE, f".{package}.Usage")
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.Result"))


def _add(
    message: descriptor_pb2.DescriptorProto,
    name: str,
    number: int,
    kind: "descriptor_pb2.FieldDescriptorProto.Type.ValueType",
    type_name: str | None = None,
) -> descriptor_pb2.FieldDescriptorProto:
    label = _FIELD.LABEL_OPTIONAL
    return message.field.add(name=name, number=number, label=label, type=kind, type_name=type_name)
