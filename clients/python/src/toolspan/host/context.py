"""What a running tool knows of its call, and may do within it."""

import logging
import math
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolspan.call import Call
from toolspan.cancel import CancelToken
from toolspan.payload import Payload
from toolspan.response import ToolResponse

if TYPE_CHECKING:
    from toolspan.host.invocation import Invocation

Arguments = Mapping[str, Any] | str | Payload | None


class _Lines(logging.LoggerAdapter):  # type: ignore[type-arg]  # a class to subscribe only from Python 3.11 on
    """Puts the tool and the call before each line."""

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        facts = self.extra or {}
        kwargs["extra"] = {**facts, **(kwargs.get("extra") or {})}
        call_id = str(facts["call_id"])
        shown = call_id if call_id.isprintable() else ascii(call_id)
        lead = " ".join(filter(None, (str(facts["tool"]), shown.replace("%", "%25"))))
        return f"{lead}: {msg}", kwargs


class Context:
    """The part that plain and async functions share."""

    def __init__(self, invocation: "Invocation") -> None:
        self._invocation = invocation

    @property
    def tool(self) -> str:
        """The bare name of the tool."""
        return self._invocation.name

    @property
    def call_id(self) -> str:
        """The caller's id of the call; empty where it gave none."""
        return self._invocation.call_id

    @property
    def depth(self) -> int:
        """How many tool calls this one stands within."""
        return self._invocation.depth

    @property
    def remaining(self) -> float | None:
        """Seconds that are left of the budget, never below 0; None where there is no limit."""
        return self._invocation.remaining

    @property
    def cancelled(self) -> bool:
        """Whether the caller cancelled or the budget ran out: nobody waits for the result any more."""
        return self._invocation.cancel.cancelled

    @property
    def cancel(self) -> CancelToken:
        """Told when `cancelled` becomes true: `context.cancel.on_cancel(connection.close)`."""
        return self._invocation.cancel

    @property
    def log(self) -> "logging.LoggerAdapter[logging.Logger]":
        """Lines of the logger `toolspan.tool`, with the tool and the call before each."""
        return self._invocation.log

    def progress(self, fraction: float | None = None, message: str | None = None) -> None:
        """Tells the caller how far the work has come (C3.6); does nothing where it did not ask.

        Args:
            fraction: 0 to 1.
            message: what is being done.

        """
        if fraction is not None:
            if math.isnan(fraction):
                raise ValueError("progress needs a fraction of 0 to 1, not NaN")
            fraction = min(1.0, max(0.0, float(fraction)))
        self._invocation.progress(fraction, message)

    def _within(self, call: Call) -> Call:
        """A call that inherits depth, budget, cancel and trace (C3.8)."""
        inherited = self._invocation
        left = inherited.remaining
        timeout = call.timeout if left is None else left if call.timeout is None else min(left, call.timeout)
        return replace(
            call,
            timeout=timeout,
            cancel=_either(inherited.cancel, call.cancel),
            depth=inherited.depth + 1,
            traceparent=inherited.traceparent,
            tracestate=inherited.tracestate,
        )


class ToolContext(Context):
    """What a tool that is a plain function knows of its call; asked for by a parameter of this type."""

    def wait(self, seconds: float) -> bool:
        """Waits, and says at once when the call is cancelled meanwhile: use it in place of `time.sleep`."""
        return self._invocation.wait(seconds)

    def call(
        self,
        name: str,
        args: Arguments = None,
        *,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
        call_id: str | None = None,
        spec_digest: str | None = None,
        invocation_key: str | None = None,
        injected: Arguments = None,
    ) -> ToolResponse:
        """Calls a tool within this call, as `Toolspan.call`: it has what is left of the budget, and ends with it."""
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        return self.call_all([asked])[0]

    def call_all(self, calls: Sequence[Call], parallelism: int | None = None) -> list[ToolResponse]:
        """Calls many tools within this call, as `Toolspan.call_all`."""
        return self._invocation.callers.plain().call_all([self._within(each) for each in calls], parallelism)


class AioToolContext(Context):
    """What a tool that is an async function knows of its call: the words of `toolspan.ToolContext`, calls awaited."""

    async def call(
        self,
        name: str,
        args: Arguments = None,
        *,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
        call_id: str | None = None,
        spec_digest: str | None = None,
        invocation_key: str | None = None,
        injected: Arguments = None,
    ) -> ToolResponse:
        """Calls a tool within this call, as `Toolspan.call`: it has what is left of the budget, and ends with it."""
        asked = Call(name, args, timeout, cancel, call_id, spec_digest, invocation_key, injected)
        return (await self.call_all([asked]))[0]

    async def call_all(self, calls: Sequence[Call], parallelism: int | None = None) -> list[ToolResponse]:
        """Calls many tools within this call, as `Toolspan.call_all`."""
        hub = await self._invocation.callers.awaited()
        return await hub.call_all([self._within(each) for each in calls], parallelism)


def lines(tool: str, call_id: str) -> "logging.LoggerAdapter[logging.Logger]":
    """The log of one call."""
    return _Lines(logging.getLogger("toolspan.tool"), {"tool": tool, "call_id": call_id})


def _either(inherited: CancelToken, given: CancelToken | None) -> CancelToken:
    """Cancelled when one of the two is."""
    if given is None:
        return inherited
    token = CancelToken()
    inherited.on_cancel(token.cancel)
    given.on_cancel(token.cancel)
    return token
