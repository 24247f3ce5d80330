"""Events that Flink Agents' own Python classes, 0.3.1, write of values that no snapshot of ours has."""

from typing import Any
from uuid import UUID

from checks import Checks, differences
from expected import succeeded
from flink_agents.api.agents.types import OutputSchema
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.events.chat_event import ChatRequestEvent
from flink_agents.api.events.context_retrieval_event import ContextRetrievalResponseEvent
from flink_agents.api.events.event import Event, OutputEvent
from flink_agents.api.events.tool_event import ToolRequestEvent, ToolResponseEvent
from flink_agents.api.vector_stores.vector_store import Document
from goldens import to_canonical
from pyflink.common import Row
from pyflink.common.typeinfo import BasicTypeInfo, RowTypeInfo
from python_reader import DIALECT

_ID = UUID("00000000-0000-0000-0000-000000000002")
_SCHEMA = OutputSchema(output_schema=RowTypeInfo([BasicTypeInfo.STRING_TYPE_INFO()], ["a"]))
_CALL = {"id": _ID, "type": "function", "function": {"name": "echo", "arguments": {}}, "original_id": "toolu_1"}
_NUMBERS = {"big": 2**64 - 1, "float": 1.0, "int": 1, "tiny": 5e-324, "bool": True, "null": None}

# An event of theirs, and its attributes in canonical form.
_WRITTEN: dict[str, tuple[Event, dict[str, Any]]] = {
    "a row": (OutputEvent(Row(a=1, b=1.0)), {"output": {"type": "Row", "values": [1, 1.0], "fields": ["a", "b"]}}),
    "numbers": (Event(type="_x", attributes={"n": _NUMBERS}), {"n": _NUMBERS}),
    "keys that are words": (Event(type="_x", attributes={"__proto__": 1, "": 2}), {"__proto__": 1, "": 2}),
    "a document with a score": (
        ContextRetrievalResponseEvent(_ID, "q", [Document(content="c", embedding=[0.5, 1.0], score=0.25)]),
        {
            "request_id": str(_ID),
            "query": "q",
            "documents": [{"content": "c", "metadata": {}, "id": None, "embedding": [0.5, 1.0], "score": 0.25}],
        },
    ),
    "a request with a row type": (
        ChatRequestEvent("m", [ChatMessage(content="hi")], {"n": 1}, _SCHEMA),
        {
            "model": "m",
            "messages": [{"role": "user", "blocks": [{"type": "text", "text": "hi"}], "metadata": {}}],
            "prompt_args": {"n": 1},
            "output_schema": {"output_schema": {"names": ["a"], "types": ["String"]}},
        },
    ),
    "an empty answer with calls": (
        ChatRequestEvent("m", [ChatMessage(role=MessageRole.ASSISTANT, tool_calls=[_CALL])]),
        {
            "model": "m",
            "messages": [
                {
                    "role": "assistant",
                    "blocks": [
                        {
                            "type": "tool_call",
                            "call_id": str(_ID),
                            "name": "echo",
                            "input": {},
                            "metadata": {"original_id": "toolu_1"},
                        }
                    ],
                    "metadata": {},
                }
            ],
            "prompt_args": {},
            "output_schema": None,
        },
    ),
    "a call that has only its own id": (
        ToolRequestEvent("m", [{"id": _ID, "type": "function", "function": {"name": "echo", "arguments": {"n": 1.0}}}]),
        {
            "model": "m",
            "tool_calls": [
                {"type": "tool_call", "call_id": str(_ID), "name": "echo", "input": {"n": 1.0}, "metadata": {}}
            ],
        },
    ),
    "responses under ids": (
        ToolResponseEvent(_ID, {_ID: {"result": 1, "success": False, "error": "no"}}, {_ID: None}),
        {
            "request_id": str(_ID),
            "responses": {str(_ID): succeeded({"result": 1, "success": False, "error": "no"})},
            "external_ids": {str(_ID): None},
            "success": {str(_ID): True},
            "error": {},
        },
    ),
}


def check_written(checks: Checks) -> None:
    """Translates each."""
    for name, (event, attributes) in _WRITTEN.items():
        checks.check(f"python 0.3.1 writes anew {name}", lambda e=event, a=attributes: _written(e, a))


def _written(event: Event, attributes: dict[str, Any]) -> list[str]:
    wanted = {"id": str(event.id), "type": event.type, "attributes": attributes}
    return differences(wanted, to_canonical(event.model_dump_json(), DIALECT))
