"""Offer Python functions as tools."""

from toolspan.host.context import ToolContext
from toolspan.host.tool import Tool, tool

__all__ = ["Tool", "ToolContext", "tool"]
