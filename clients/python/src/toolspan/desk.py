"""The calls that one program has under way, until when, and what carries each; it waits for nothing."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from toolspan.progress import Progress
from toolspan.ticket import Outcome, Stopped, Ticket


class Carrier(Protocol):
    """What takes calls to the sidecar: a stream, or a question of its own."""

    def post(self, tickets: Sequence[Ticket]) -> None:
        """Takes them; each ends once."""

    def rest(self, ticket: Ticket) -> float:
        """Seconds that it still has."""

    def expire(self, ticket: Ticket) -> None:
        """Ends it where its rest is spent."""

    def withdraw(self, ticket: Ticket, outcome: Outcome) -> None:
        """Ends it from this side; nothing where it has ended."""


class Desk:
    """Gives a program's calls to their carriers, and takes them back where it leaves early."""

    def __init__(self, soon: Callable[[Callable[[], object]], object]) -> None:
        """`soon` does work that a cancel token asks for from any thread."""
        self._soon = soon
        self._carriers: dict[Ticket, Carrier] = {}
        self._withdrawals: dict[Ticket, Callable[[], None]] = {}
        self._due = 0.0

    @property
    def left(self) -> float:
        """Seconds until a call may be overdue; never below zero."""
        return max(0.0, self._due - time.monotonic())

    def place(
        self, carrier: Carrier, tickets: Sequence[Ticket], deliver: Callable[[Ticket | Progress], object]
    ) -> None:
        """Posts calls; they come back through `deliver`."""
        if not tickets:
            return
        for ticket in tickets:
            ticket.deliver = deliver
            self._carriers[ticket] = carrier
        carrier.post(tickets)
        due = time.monotonic() + min(map(carrier.rest, tickets))
        self._due = due if len(self._carriers) == len(tickets) else min(due, self._due)
        for ticket in tickets:
            if ticket.cancel is not None:
                self._withdrawals[ticket] = ticket.cancel.on_cancel(self._stopper(carrier, ticket))

    def settled(self, ticket: Ticket) -> None:
        """It came back."""
        del self._carriers[ticket]
        withdraw = self._withdrawals.pop(ticket, None)
        if withdraw is not None:
            withdraw()

    def expire(self) -> None:
        """Ends what is overdue; it comes back as everything does."""
        for ticket, carrier in list(self._carriers.items()):
            carrier.expire(ticket)
        rests = [carrier.rest(ticket) for ticket, carrier in self._carriers.items()]
        self._due = time.monotonic() + min(rests, default=0.0)

    def close(self) -> None:
        """Ends what is under way."""
        for ticket, carrier in list(self._carriers.items()):
            carrier.withdraw(ticket, Stopped.STOPPED)
        for withdraw in self._withdrawals.values():
            withdraw()

    def _stopper(self, carrier: Carrier, ticket: Ticket) -> Callable[[], object]:
        return lambda: self._soon(lambda: carrier.withdraw(ticket, Stopped.STOPPED))
