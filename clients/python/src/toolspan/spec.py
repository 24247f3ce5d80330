"""What is known of a tool without running it (C3.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

ToolType: TypeAlias = Literal["model_built_in", "function", "remote_function", "mcp"]


@dataclass(frozen=True)
class ToolSpec:
    """One tool of the list.

    Attributes:
        name: the bare name.
        description: what it does, for people and models.
        input_schema: JSON Schema 2020-12 of the arguments.
        output_schema: JSON Schema 2020-12 of a successful result; None means any.
        type: Flink Agents' own tool types.
        source: who offers it.
        timeout: the most seconds that one call may take; None means the sidecar's limit.
        idempotent: whether a call whose outcome was lost may be repeated.
        injected_schema: JSON Schema 2020-12 of the arguments that `call(injected=…)` brings and no model sees, or None.
        digest: hand it to `call(spec_digest=…)` to be told when the tool changed since.

    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any] | None
    type: ToolType
    source: str
    timeout: float | None
    idempotent: bool
    digest: str
    injected_schema: Mapping[str, Any] | None = None

    @property
    def full_name(self) -> str:
        """The name that is unique among all sources: `source.name`."""
        return f"{self.source}.{self.name}"
