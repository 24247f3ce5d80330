"""A tool's answer as a block of a conversation."""

from toolspan.blocks import TextBlock, ToolResultBlock
from toolspan.model_text import model_text
from toolspan.response import ToolResponse


def to_result_block(response: ToolResponse, call_id: str) -> ToolResultBlock:
    """The failure's text, or the tool's own blocks, or the result's text (C2.10, C2.11, C5.4)."""
    if response.fault is None and response.blocks:
        return ToolResultBlock(call_id, response.blocks)
    return ToolResultBlock(call_id, (TextBlock(model_text(response)),), is_error=response.fault is not None)
