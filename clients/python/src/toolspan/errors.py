"""What is raised when the sidecar could not be asked; a tool that failed is an answer, never an exception."""

from toolspan._gen import texts

CLOSED = "This Toolspan connection is closed."


class ToolspanError(Exception):
    """The question could not be asked: an address, token or TLS file that cannot be used, a hub that is closed."""


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
