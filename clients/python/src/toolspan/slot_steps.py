"""The way of a batch over the stream: at most so many slots at once, each sent, lost and repeated on its own (C2.8)."""

from collections import deque

import grpc

from toolspan.batch import Batch
from toolspan.errors import CannotReachError, RefusedError, ToolspanError
from toolspan.reach import reach_and_list, recover
from toolspan.response_wire import response_from_wire
from toolspan.session import Budget, Patience, Session
from toolspan.status import Broken, Trouble, readable, trouble
from toolspan.steps import MOST_ATTEMPTS, Steps, Trade
from toolspan.ticket import Stopped, Ticket


def call_slots(session: Session, batch: Batch) -> Steps[None]:
    """Answers every slot; leaves those over that a sidecar without streams must be asked otherwise."""
    slots = _Slots(session, batch)
    while True:
        tickets = slots.next() if session.streams else []
        if slots.running == 0:
            break
        slots.take((yield Trade(tickets)))
        if slots.lost:
            yield from slots.repeat()
        if slots.unsent:
            yield from slots.wait()
    slots.finish()


class _Slots:
    """Which slots wait for their turn, which are under way, and what went wrong with which."""

    def __init__(self, session: Session, batch: Batch) -> None:
        self.running = 0
        self.lost: list[int] = []
        self.unsent: dict[int, Broken] = {}
        self._session = session
        self._batch = batch
        self._waiting = deque(batch.unanswered)
        self._window = batch.parallelism or len(batch.calls)
        self._budgets: dict[int, Budget] = {}
        self._attempts: dict[int, int] = {}
        self._unasked: dict[int, str] = {}
        self._patience = Patience(session.connect_timeout)
        self._asked = False
        self._unreachable: ToolspanError | None = None

    def next(self) -> list[Ticket]:
        """The slots whose turn it is."""
        tickets: list[Ticket] = []
        while self._waiting and self.running < self._window:
            slot = self._waiting.popleft()
            call = self._batch.calls[slot]
            again = slot in self._budgets
            if not again:
                self._budgets[slot] = Budget(call.timeout, self._session.limits)
            budget = self._budgets[slot]
            if again and budget.left <= 0:
                self._out_of_time(slot)
                continue
            self.running += 1
            tickets.append(Ticket(self._batch.requests[slot], budget.ends, call.cancel, again, slot=slot))
        return tickets

    def take(self, settled: list[Ticket]) -> None:
        """Puts each answer in its slot, and sorts out what was not answered."""
        self.running -= len(settled)
        answer, calls = self._batch.answer, self._batch.calls
        for ticket in settled:
            outcome, slot = ticket.outcome, ticket.slot
            if isinstance(outcome, Stopped) or self._session.closed:
                self._batch.cancel(slot)
            elif isinstance(outcome, Broken):
                self._broken(slot, outcome)
            elif outcome is not None:
                self._asked = True
                self._patience.renew()
                answer(slot, response_from_wire(outcome, calls[slot].name))

    def _broken(self, slot: int, broken: Broken) -> None:
        match trouble(broken):
            case _ if broken.code is grpc.StatusCode.UNIMPLEMENTED and not self._session.streams:
                self._waiting.append(slot)
            case Trouble.LATE:
                self._unasked.pop(slot, None)
                self._out_of_time(slot)
            case Trouble.BROKEN:
                self._asked = True
                self._batch.fail(slot, broken.details)
            case Trouble.LOST:
                self._asked = True
                self.lost.append(slot)
            case _:
                self.unsent[slot] = broken

    def _out_of_time(self, slot: int) -> None:
        reason = self._unasked.get(slot)
        if reason is None or slot in self._attempts:
            self._asked = True
            self._batch.time_out(slot, self._budgets[slot])
        else:
            # a budget that ended while no sidecar would run the call is not the tool's timeout (C8.6)
            self._unreachable = CannotReachError(str(self._session.address), reason)
            self._batch.lose(slot, "none")

    def repeat(self) -> Steps[None]:
        """Leaves waiting of the lost only what may be sent again."""
        self._patience.renew()
        again: list[int] = []
        for slot in self.lost:
            self._attempts[slot] = self._attempts.get(slot, 0) + 1
            if self._attempts[slot] == MOST_ATTEMPTS or self._idempotent(slot) is False:
                self._batch.lose(slot)
            else:
                again.append(slot)
        self.lost = []
        if not again:
            return
        found = yield from reach_and_list(self._session, self._patience)
        for slot in reversed(again):
            if self._session.closed:
                self._batch.cancel(slot)
            elif found and self._idempotent(slot):
                self._waiting.appendleft(slot)
            else:
                self._batch.lose(slot)

    def _idempotent(self, slot: int) -> bool | None:
        return self._session.idempotent(self._batch.calls[slot].name)

    def wait(self) -> Steps[None]:
        """Leaves waiting what did not run, once there may be a sidecar for it."""
        unsent, self.unsent = self.unsent, {}
        try:
            yield from recover(self._session, next(iter(unsent.values())), self._patience)
        except ToolspanError as error:
            self._unreachable = error
            for slot in (*unsent, *self._waiting):
                self._give_up(slot, error)
            self._waiting.clear()
            return
        for slot, broken in reversed(unsent.items()):
            self._unasked[slot] = readable(broken.details)
            self._waiting.appendleft(slot)

    def _give_up(self, slot: int, error: ToolspanError) -> None:
        if self._session.closed:
            self._batch.cancel(slot)
        elif isinstance(error, RefusedError):
            self._batch.fail(slot, str(error))
        else:
            self._batch.lose(slot, "unknown" if slot in self._attempts else "none")

    def finish(self) -> None:
        """Raises where not one call could be asked."""
        if self._unreachable is not None and not self._asked and not self._session.closed:
            raise self._unreachable
