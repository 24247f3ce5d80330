"""What makes gRPC survive a fork; imported before gRPC, which looks once.

With its support on, gRPC's threads stand still while a process forks, so that a child can connect anew even while the
parent's other threads are in a call. Blocking calls would stay inside gRPC meanwhile: the transport never makes one.
"""

import os

_NAME = "GRPC_ENABLE_FORK_SUPPORT"

os.environ.setdefault(_NAME, "1")


def fork_support_is_off() -> bool:
    """Whether the user told gRPC not to survive a fork: a child's first call would hang."""
    return os.environ.get(_NAME, "").lower() not in ("1", "true", "yes", "on", "t", "y")
