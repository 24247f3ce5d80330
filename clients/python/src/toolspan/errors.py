"""What is raised: nobody could be asked, or a message breaks a rule. A tool that failed is an answer instead."""

from typing import Any

from toolspan._gen import texts

CLOSED = "This Toolspan connection is closed."


class ToolspanError(Exception):
    """The question could not be asked: an address, token or TLS file that cannot be used, a hub that is closed.

    The base of every error of this package.
    """


class CannotReachError(ToolspanError):
    """No sidecar answered within the time; the call did not run.

    Attributes:
        address: where a sidecar was sought.
        reason: what stood in the way.

    """

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(texts.CANNOT_REACH.format(address=address, reason=reason))
        self.address = address
        self.reason = reason

    def __reduce__(self) -> tuple[type["CannotReachError"], tuple[str, str]]:
        """Pickles by what it was made from, so that it crosses process pools."""
        return type(self), (self.address, self.reason)


class RefusedError(ToolspanError):
    """The sidecar answered that it will not be asked this way: a wrong token, another protocol, a malformed frame."""


class CannotCrossError(ToolspanError, ValueError):
    """An event holds what another dialect has no form for; the message names it (C7.2)."""


class InvalidMessageError(ToolspanError, ValueError):
    """A block, message or result that breaks a rule (C5.3).

    Attributes:
        path: an RFC 6901 pointer to what is wrong; empty for the whole.

    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles by what it was made from."""
        return type(self), (self.path, str(self))
