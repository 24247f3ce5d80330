"""The bench's tool in a Python host."""

from typing import Any

from toolspan import tool


@tool
def echo(text: str, n: int) -> dict[str, Any]:
    """Returns its arguments."""
    return {"text": text, "n": n}
