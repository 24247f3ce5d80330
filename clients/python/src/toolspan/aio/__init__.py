"""The same words as `toolspan`, for asyncio."""

from toolspan.aio.hub import Toolspan, connect

__all__ = ["Toolspan", "connect"]
