"""Carries one large call of a batch as a question of its own, so that nothing small is behind it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import grpc

from toolspan.methods import CALL
from toolspan.session import BACKSTOP
from toolspan.status import Broken
from toolspan.steps import Ask
from toolspan.ticket import Outcome, Ticket


class AioSolo:
    """For one event loop."""

    def __init__(self, ask: Callable[[Ask, None], Awaitable[Any]]) -> None:
        self._ask = ask
        self._asking: asyncio.Future[None] | None = None

    def post(self, tickets: Sequence[Ticket]) -> None:
        """Takes one call."""
        (ticket,) = tickets
        self._asking = asyncio.ensure_future(self._run(ticket))

    async def _run(self, ticket: Ticket) -> None:
        question = Ask(CALL, ticket.stated(), ticket.ends + BACKSTOP - time.monotonic())
        answer = await self._ask(question, None)
        if ticket.outcome is None:
            ticket.end(answer if isinstance(answer, Broken) else answer.response)

    def rest(self, ticket: Ticket) -> float:
        """Seconds until gRPC's own deadline."""
        return ticket.ends + BACKSTOP - time.monotonic()

    def expire(self, ticket: Ticket) -> None:
        """Ends it where its rest is spent."""
        if self.rest(ticket) <= 0:
            self.withdraw(ticket, Broken(grpc.StatusCode.DEADLINE_EXCEEDED, ""))

    def withdraw(self, ticket: Ticket, outcome: Outcome) -> None:
        """Ends it from this side; nothing where it has ended."""
        if ticket.outcome is None:
            ticket.end(outcome)
            if self._asking is not None:
                self._asking.cancel()
