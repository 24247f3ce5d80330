"""Carries one large call of a batch as a question of its own, so that nothing small is behind it."""

import threading
import time
from collections.abc import Sequence
from typing import Any

import grpc

from toolspan.session import BACKSTOP, Session
from toolspan.status import Broken
from toolspan.ticket import Outcome, Ticket


class Solo:
    """Safe from any thread."""

    def __init__(self, method: Any, session: Session) -> None:
        self._method = method
        self._session = session
        self._lock = threading.Lock()
        self._future: Any = None

    def post(self, tickets: Sequence[Ticket]) -> None:
        """Takes one call."""
        (ticket,) = tickets
        timeout = ticket.ends + BACKSTOP - time.monotonic()
        try:
            self._future = self._method.future(ticket.stated(), timeout=timeout, metadata=self._session.metadata)
        except ValueError as error:  # the channel was closed meanwhile
            self._end(ticket, Broken(grpc.StatusCode.CANCELLED, str(error)))
            return
        self._future.add_done_callback(lambda future: self._end(ticket, _outcome(future)))

    def rest(self, ticket: Ticket) -> float:
        """Seconds until gRPC's own deadline."""
        return ticket.ends + BACKSTOP - time.monotonic()

    def expire(self, ticket: Ticket) -> None:
        """Ends it where its rest is spent."""
        if self.rest(ticket) <= 0:
            self.withdraw(ticket, Broken(grpc.StatusCode.DEADLINE_EXCEEDED, ""))

    def withdraw(self, ticket: Ticket, outcome: Outcome) -> None:
        """Ends it from this side; nothing where it has ended."""
        if self._end(ticket, outcome):
            self._future.cancel()

    def _end(self, ticket: Ticket, outcome: Outcome) -> bool:
        with self._lock:
            first = ticket.outcome is None
            if first:
                ticket.outcome = outcome
        if first:
            ticket.end(outcome)
        return first


def _outcome(future: Any) -> Outcome:
    code = future.code()
    if code is not grpc.StatusCode.OK:
        return Broken(code, future.details() or "")
    answered: Outcome = future.result().response
    return answered
