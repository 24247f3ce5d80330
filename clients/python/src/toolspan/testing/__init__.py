"""A sidecar for a user's own tests, with real tools or with answers that were decided before."""

from toolspan.testing.canned import Answer, Canned, fails, raises, succeeds
from toolspan.testing.command import NoSidecarError, find_command
from toolspan.testing.sidecar import Sidecar

__all__ = ["Answer", "Canned", "NoSidecarError", "Sidecar", "fails", "find_command", "raises", "succeeds"]
