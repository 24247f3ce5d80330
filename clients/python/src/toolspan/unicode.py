"""Strings that are valid Unicode (C1.7)."""


def clean(text: str) -> str:
    """`text` with each lone surrogate replaced by U+FFFD; halves of a pair that stand side by side are joined."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def clamp(text: str, limit: int) -> str:
    """At most `limit` bytes of UTF-8, cut between code points."""
    if len(text) * 4 <= limit:
        return text
    encoded = text.encode("utf-8")
    return text if len(encoded) <= limit else encoded[:limit].decode("utf-8", "ignore")
