"""Tools with injected arguments, as a user of Python would write them; injected.ts and Injected.java are the same tools."""

from typing import Any

from pydantic import BaseModel

from toolspan import ToolContext, ToolResponse, tool


class Limits(BaseModel):
    """What may be ordered."""

    most: int


@tool(injected=["tenant", "limits"])
def order(item: str, tenant: str, limits: Limits | None = None) -> dict[str, Any]:
    """Orders something."""
    return {"item": item, "tenant": tenant, "most": None if limits is None else limits.most}


@tool
def plain(item: str, region: str) -> dict[str, Any]:
    """Takes what a model sees."""
    return {"item": item, "region": region}


@tool
def relay(tool: str, args: dict[str, Any], given: dict[str, Any], context: ToolContext) -> ToolResponse:
    """Orders by another tool."""
    return context.call(tool, args, injected=given)
