"""The same words as `toolspan`, for asyncio."""

from toolspan.aio.hub import Toolspan, connect
from toolspan.host.context import AioToolContext as ToolContext

__all__ = ["ToolContext", "Toolspan", "connect"]
