"""The way of one call: an answer whatever becomes of it, an exception only where it could not be asked (C2.6)."""

from toolspan._gen import tools_pb2
from toolspan.call import Call, cancelled, failure, host_lost, prepare, timed_out
from toolspan.errors import CannotReachError, ToolspanError
from toolspan.methods import CALL
from toolspan.reach import recover, repeatable
from toolspan.response import ToolResponse
from toolspan.response_wire import response_from_wire
from toolspan.session import Budget, Patience, Session
from toolspan.status import Broken, Trouble, readable, trouble
from toolspan.steps import BACKSTOP, MOST_ATTEMPTS, Ask, Enter, Entered, Steps, Stopped


def call(session: Session, asked: Call) -> Steps[ToolResponse]:
    """One call: an answer whatever becomes of it, an exception only where it could not be asked."""
    request = prepare(asked, session.limits)
    if isinstance(request, ToolResponse):
        return request
    budget = Budget(asked.timeout, session.limits)
    patience = Patience(session.connect_timeout, budget)
    entered = yield Enter(budget.left)
    if isinstance(entered, Stopped):
        return cancelled(asked.name, budget.elapsed_ms)
    if entered is Entered.LATER:
        _shorten(request, asked, budget)
    attempts = 0
    unasked = ""
    while entered is not Entered.NEVER and (left := budget.left) > 0:
        answer = yield Ask(CALL, request, left + BACKSTOP)
        if isinstance(answer, Stopped):
            return cancelled(asked.name, budget.elapsed_ms)
        if not isinstance(answer, Broken):
            return response_from_wire(answer.response, asked.name)
        match trouble(answer):
            case Trouble.LATE:
                unasked = ""
                break
            case Trouble.BROKEN:
                return failure(asked.name, "internal", answer.details, budget.elapsed_ms, effect="unknown")
            case Trouble.LOST:
                attempts += 1
                patience.renew()
                if attempts == MOST_ATTEMPTS or not (yield from repeatable(session, asked.name, patience)):
                    return _lost(session, asked, budget)
            case _:
                unasked = readable(answer.details)
                try:
                    if not (yield from recover(session, answer, patience)):
                        return cancelled(asked.name, budget.elapsed_ms)
                except ToolspanError:
                    if attempts > 0:
                        return _lost(session, asked, budget)
                    raise
        _shorten(request, asked, budget)
    # A budget that ended while no sidecar would run the call is not the tool's timeout (C8.6).
    if unasked and attempts == 0:
        raise CannotReachError(str(session.address), unasked)
    return timed_out(asked.name, budget.ms, budget.elapsed_ms)


def _shorten(request: tools_pb2.CallRequest, asked: Call, budget: Budget) -> None:
    """What was waited for is not the tool's to use."""
    if asked.timeout is not None:
        request.timeout_ms = max(1, int(budget.left * 1000))


def _lost(session: Session, asked: Call, budget: Budget) -> ToolResponse:
    """A connection that the caller closed or a call that it cancelled is not lost."""
    stopped = session.closed or (asked.cancel is not None and asked.cancel.cancelled)
    return (cancelled if stopped else host_lost)(asked.name, budget.elapsed_ms)
