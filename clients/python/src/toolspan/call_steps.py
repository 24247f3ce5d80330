"""The way of one call: an answer whatever becomes of it, an exception only where it could not be asked (C2.6)."""

import grpc

from toolspan._gen import tools_pb2
from toolspan.call import Call, cancelled, failure, host_lost, prepare, timed_out
from toolspan.errors import CannotReachError, ToolspanError
from toolspan.methods import CALL
from toolspan.reach import recover, repeatable
from toolspan.response import ToolResponse
from toolspan.response_wire import response_from_wire
from toolspan.session import BACKSTOP, Budget, Patience, Session
from toolspan.status import Broken, Trouble, readable, trouble
from toolspan.steps import MOST_ATTEMPTS, Ask, Enter, Entered, Post, Steps
from toolspan.ticket import Outcome, Stopped, Ticket


def call(session: Session, asked: Call, wants_progress: bool = False) -> Steps[ToolResponse]:
    """One call: an answer whatever becomes of it, an exception only where it could not be asked."""
    request = prepare(asked, session.limits)
    if isinstance(request, ToolResponse):
        return request
    budget = Budget(asked.timeout, session.limits)
    patience = Patience(session.connect_timeout, budget)
    sending = _Sending(session, asked, request, budget, wants_progress)
    attempts = 0
    unasked = ""
    while budget.left > 0:
        answer = yield from sending.send()
        if isinstance(answer, Entered):
            break
        if isinstance(answer, Stopped):
            return cancelled(asked.name, budget.elapsed_ms)
        if not isinstance(answer, Broken):
            return response_from_wire(answer, asked.name)
        if session.closed:
            return cancelled(asked.name, budget.elapsed_ms)
        if answer.code is grpc.StatusCode.UNIMPLEMENTED and not session.streams and sending.posted:
            continue  # an older sidecar: once more without a stream
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
        sending.late = True
    # A budget that ended while no sidecar would run the call is not the tool's timeout (C8.6).
    if unasked and attempts == 0:
        raise CannotReachError(str(session.address), unasked)
    return timed_out(asked.name, budget.ms, budget.elapsed_ms)


class _Sending:
    """Sends a request over the stream, or as a question of its own where it is large or there is no stream."""

    def __init__(
        self, session: Session, asked: Call, request: tools_pb2.CallRequest, budget: Budget, wants_progress: bool
    ) -> None:
        self.late = False
        self.posted = False
        self._session = session
        self._asked = asked
        self._request = request
        self._budget = budget
        self._wants_progress = wants_progress
        self._entered = False

    def send(self) -> Steps[Outcome | Entered]:
        """What became of it; `Entered.NEVER` where no place among the calls in flight was free in time."""
        ticket = Ticket(self._request, self._budget.ends, self._asked.cancel, self.late, self._wants_progress)
        large = ticket.is_larger(self._session.limits.max_stream_arguments_bytes)
        self.posted = self._session.streams and (self._wants_progress or not large)
        if self.posted:
            outcome: Outcome = yield Post(ticket, alone=large)
            return outcome
        if not self._entered:
            place = yield Enter(self._budget.left)
            if isinstance(place, Stopped) or place is Entered.NEVER:
                return place
            self._entered = True
            self.late = self.late or place is Entered.LATER
        if self.late and self._asked.timeout is not None:
            # what was waited for is not the tool's to use
            self._request.timeout_ms = max(1, int(self._budget.left * 1000))
        answer = yield Ask(CALL, self._request, self._budget.left + BACKSTOP)
        return answer if isinstance(answer, (Broken, Stopped)) else answer.response


def _lost(session: Session, asked: Call, budget: Budget) -> ToolResponse:
    """A connection that the caller closed or a call that it cancelled is not lost."""
    stopped = session.closed or (asked.cancel is not None and asked.cancel.cancelled)
    return (cancelled if stopped else host_lost)(asked.name, budget.elapsed_ms)
