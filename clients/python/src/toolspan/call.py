"""One question to a tool, and its form on the wire or the reason why it never gets there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from toolspan._gen import payload_pb2, texts, tools_pb2
from toolspan.cancel import CancelToken
from toolspan.encode import encode
from toolspan.fault import Fault, FaultKind
from toolspan.limits import Limits
from toolspan.normalise import normalise
from toolspan.outcome import Raised
from toolspan.payload import Payload
from toolspan.problems import Problem, details_of, joined, size_text
from toolspan.response import ToolResponse
from toolspan.session import whole_ms
from toolspan.unicode import clean


@dataclass(frozen=True)
class Call:
    """One call of a batch.

    Attributes:
        name: a bare or full tool name.
        args: a mapping; or argument text as a model wrote it, sent unread; or a `Payload`, sent as it is; None is `{}`.
        timeout: seconds that the call may take; None means the tool's or the sidecar's limit.
        cancel: ends this call alone.
        call_id: the caller's own id, for events and logs.
        spec_digest: the digest of the spec that the call was planned with; None means not checked.
        invocation_key: the journal's key; None means not journalled.
        injected: arguments of the caller's own, as `args`; they win over the model's and are never recorded.
        depth: how many tool calls this one stands within; a running tool's context sets it, as it does the next two.
        traceparent: W3C trace context.
        tracestate: W3C trace context.

    """

    name: str
    args: Mapping[str, Any] | str | Payload | None = None
    timeout: float | None = None
    cancel: CancelToken | None = None
    call_id: str | None = None
    spec_digest: str | None = None
    invocation_key: str | None = None
    injected: Mapping[str, Any] | str | Payload | None = None
    depth: int = 0
    traceparent: str = ""
    tracestate: str = ""


def prepare(call: Call, limits: Limits) -> tools_pb2.CallRequest | ToolResponse:
    """The request, or the failure of a call that cannot cross or has no time: it is never sent."""
    if call.timeout is not None and whole_ms(call.timeout) == 0:
        return failure(call.name, "timeout", texts.TIMEOUT.format(tool=call.name, ms=0), 0)
    if call.cancel is not None and call.cancel.cancelled:
        return failure(call.name, "cancelled", texts.CANCELLED.format(tool=call.name), 0)
    arguments, problems = _arguments(call.args, limits)
    injected, more_problems = _arguments(call.injected, limits)
    problems += more_problems
    if problems:
        text = texts.INVALID_ARGUMENTS.format(tool=call.name, problems=joined(problems))
        return failure(call.name, "invalid_arguments", text, 0, **details_of(problems))
    size = sum(len(each.data) for each in (arguments, injected) if each is not None)
    if size > limits.max_arguments_bytes:
        limit = size_text(limits.max_message_bytes)
        text = texts.ARGUMENTS_TOO_LARGE.format(tool=call.name, bytes=size, limit=limit)
        return failure(call.name, "invalid_arguments", text, 0)
    request = tools_pb2.CallRequest(name=clean(call.name), arguments=arguments, injected=injected)
    if call.timeout is not None:
        request.timeout_ms = whole_ms(call.timeout)
    if call.call_id:
        request.call_id = clean(call.call_id)
    if call.spec_digest:
        request.spec_digest = clean(call.spec_digest)
    if call.invocation_key:
        request.invocation_key = clean(call.invocation_key)
    if call.depth:
        request.depth = call.depth
        request.traceparent = call.traceparent
        request.tracestate = call.tracestate
    return request


def _arguments(args: object, limits: Limits) -> tuple[payload_pb2.Payload | None, list[Problem]]:
    if args is None:
        return None, []
    if isinstance(args, Payload):
        return payload_pb2.Payload(data=args.data, media_type=args.media_type), []
    if isinstance(args, str):
        return payload_pb2.Payload(data=clean(args).encode("utf-8")), []
    if not isinstance(args, Mapping):
        return None, [Problem("", texts.NOT_AN_OBJECT)]
    text, problems = encode(args, limits.max_json_depth)
    return payload_pb2.Payload(data=text.encode("utf-8")), problems


def failure(tool_name: str, kind: FaultKind, message: str, elapsed_ms: int, **details: Any) -> ToolResponse:
    """A failure that the SDK itself states; only one of time may go better at the next try."""
    fault = Fault(kind, message, details=details, retryable=kind == "timeout")
    return normalise(tool_name, Raised(fault), elapsed_ms)


def cancelled(name: str, elapsed_ms: int) -> ToolResponse:
    """The caller ended it."""
    return failure(name, "cancelled", texts.CANCELLED.format(tool=name), elapsed_ms)


def timed_out(name: str, budget_ms: int, elapsed_ms: int) -> ToolResponse:
    """The budget is spent."""
    return failure(name, "timeout", texts.TIMEOUT.format(tool=name, ms=budget_ms), elapsed_ms)


def host_lost(name: str, elapsed_ms: int, effect: Literal["unknown", "none"] = "unknown") -> ToolResponse:
    """The connection broke after the call was sent, so whether the tool ran is not known; or it found none (C8.6)."""
    return failure(name, "host_lost", texts.HOST_LOST.format(tool=name), elapsed_ms, effect=effect)
