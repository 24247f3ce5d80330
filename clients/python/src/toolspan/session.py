"""What a hub knows of its sidecar, whatever carries the calls; a lost connection does not lose it."""

import dataclasses
import math
import time
from collections.abc import Iterable
from typing import Literal, TypeAlias

from toolspan._gen import session_pb2, texts
from toolspan.address import Address, resolve
from toolspan.credentials import Tls, find_token, resolve_tls
from toolspan.errors import RefusedError
from toolspan.limits import Limits
from toolspan.spec import ToolSpec

SDK_VERSION = "0.1.0"
PROTOCOL_MIN = 1
PROTOCOL_MAX = 1
BACKSTOP = 2.0  # seconds behind its budget in which a call that was sent may still be answered

TransportKind: TypeAlias = Literal["stream", "unary"]


class Session:
    """Address, token, limits and the tools last seen."""

    def __init__(
        self,
        address: str | None,
        token: str | None,
        tls: Tls | None,
        connect_timeout: float,
        transport: TransportKind = "stream",
    ) -> None:
        if not connect_timeout > 0 or math.isinf(connect_timeout):
            raise ValueError(f"connect_timeout must be a number of seconds over 0, not {connect_timeout}")
        if transport not in ("stream", "unary"):
            raise ValueError(f"transport must be 'stream' or 'unary', not {transport!r}")
        self.streams = transport == "stream"
        self._transport = transport
        self.address: Address = resolve(address)
        self.tls = resolve_tls(tls)
        self.connect_timeout = connect_timeout
        self.limits = Limits()
        self.closed = False
        self._given_token = token
        self._token = find_token(self.address, token)
        self._specs: dict[str, list[ToolSpec]] | None = None

    def again(self) -> "Session":
        """Another session with the same sidecar, for a connection of its own."""
        return Session(str(self.address), self._given_token, self.tls, self.connect_timeout)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call says of the caller (C8.4)."""
        own = (
            ("toolspan-protocol", f"{PROTOCOL_MIN}-{PROTOCOL_MAX}"),
            ("toolspan-sdk", SDK_VERSION),
            ("toolspan-language", "python"),
        )
        return own if self._token is None else (*own, ("authorization", f"Bearer {self._token}"))

    @property
    def hello(self) -> session_pb2.Hello:
        """How the caller introduces itself."""
        return session_pb2.Hello(
            protocol_min=PROTOCOL_MIN, protocol_max=PROTOCOL_MAX, sdk_version=SDK_VERSION, language="python"
        )

    def renew_token(self) -> bool:
        """Whether there is another token now: a sidecar that starts anew leaves a new one."""
        token = find_token(self.address, self._given_token)
        changed = token != self._token
        self._token = token
        return changed

    def welcome(self, welcome: session_pb2.Welcome) -> None:
        """Takes what the sidecar announced; raises `RefusedError` where it chose a level that we do not speak."""
        if not PROTOCOL_MIN <= welcome.protocol <= PROTOCOL_MAX:
            ranges = {"sidecar_min": welcome.protocol, "sidecar_max": welcome.protocol}
            raise RefusedError(
                texts.PROTOCOL_MISMATCH.format(**ranges, caller_min=PROTOCOL_MIN, caller_max=PROTOCOL_MAX)
            )
        # whoever greets may be another sidecar than the one that knew no streams
        self.streams = self._transport == "stream"
        self.limited(welcome.limits)

    def limited(self, told: session_pb2.Limits) -> None:
        """Takes the limits that the sidecar announced; what it does not state is as we know it."""
        stated = {
            field.name: getattr(told, field.name)
            for field in dataclasses.fields(Limits)
            if getattr(told, field.name) > 0
        }
        self.limits = dataclasses.replace(Limits(), **stated)

    def saw(self, specs: Iterable[ToolSpec]) -> None:
        """Remembers the list of tools, by bare and by full name."""
        named: dict[str, list[ToolSpec]] = {}
        for spec in specs:
            named.setdefault(spec.name, []).append(spec)
            if spec.full_name != spec.name:
                named.setdefault(spec.full_name, []).append(spec)
        self._specs = named

    def idempotent(self, name: str) -> bool | None:
        """Whether the tool may be repeated; None where no list was seen yet."""
        if self._specs is None:
            return None
        found = self._specs.get(name, [])
        return len(found) == 1 and found[0].idempotent


class Budget:
    """The time that one call may take, from now; None means the sidecar's limit."""

    def __init__(self, seconds: float | None, limits: Limits) -> None:
        self.started = time.monotonic()
        self.ms = limits.max_call_ms if seconds is None else min(whole_ms(seconds), limits.max_call_ms)
        self.ends = self.started + self.ms / 1000

    @property
    def left(self) -> float:
        """Seconds; zero or less when it is spent."""
        return self.ends - time.monotonic()

    @property
    def elapsed_ms(self) -> int:
        """Whole milliseconds since the start."""
        return int((time.monotonic() - self.started) * 1000)


def whole_ms(seconds: float) -> int:
    """Seconds as whole milliseconds, never 0 for a time above zero."""
    if math.isnan(seconds):
        raise ValueError("timeout must be a number of seconds, not NaN")
    if seconds <= 0:
        return 0
    return max(1, round(min(seconds, 1e12) * 1000))


class Patience:
    """How long a sidecar is sought: the connect timeout from the first trouble on, within the budget (C8.6)."""

    def __init__(self, seconds: float, budget: Budget | None = None) -> None:
        self._seconds = seconds
        self._budget = budget
        self._since: float | None = None
        self._pauses = 0

    @property
    def left(self) -> float:
        """Seconds; the first question starts the time."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        rest = self._since + self._seconds - now
        return rest if self._budget is None else min(rest, self._budget.left)

    def pause(self) -> float:
        """Seconds to wait before the next try: 50 ms, doubling up to 1 s, never past the end."""
        self._pauses += 1
        return max(0.0, min(0.05 * float(2 ** min(self._pauses - 1, 5)), 1.0, self.left))

    def renew(self) -> None:
        """The trouble is over."""
        self._since = None
        self._pauses = 0
