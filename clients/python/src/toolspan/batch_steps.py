"""The way of a batch as a question of its own: like a call's, with each slot on its own (C2.8, C8.6)."""

from toolspan.batch import Batch, Round
from toolspan.errors import ToolspanError
from toolspan.reach import reach_and_list, recover
from toolspan.response import ToolResponse
from toolspan.session import Patience, Session
from toolspan.slot_steps import call_slots
from toolspan.status import Broken, Trouble, trouble
from toolspan.steps import MOST_ATTEMPTS, Exchange, Steps


def call_all(session: Session, batch: Batch) -> Steps[list[ToolResponse]]:
    """Answers in call order; raises only where not one call could be asked."""
    yield from call_slots(session, batch)
    patience = Patience(session.connect_timeout)
    attempts = 0
    while batch.unanswered:
        streamed = Round(batch)
        broken: Broken = yield Exchange(streamed)
        if not batch.unanswered:
            break
        match trouble(broken):
            case Trouble.UNSENT | Trouble.REFUSED | Trouble.DRAINING if not streamed.answered_any:
                try:
                    yield from recover(session, broken, patience)
                except ToolspanError:
                    if attempts == 0:
                        raise
                    _lose(batch, batch.unanswered)
            case Trouble.BROKEN | Trouble.REFUSED:
                for slot in batch.unanswered:
                    batch.fail(slot, broken.details)
            case _:
                attempts += 1
                patience.renew()
                yield from _keep_repeatable(session, batch, attempts, patience)
    return batch.answers


def _keep_repeatable(session: Session, batch: Batch, attempts: int, patience: Patience) -> Steps[None]:
    """Leaves unanswered only what may be sent again."""
    if session.closed:
        for slot in batch.unanswered:
            batch.cancel(slot)
    if attempts == MOST_ATTEMPTS:
        _lose(batch, batch.unanswered)
    _lose(batch, [slot for slot in batch.unanswered if session.idempotent(batch.calls[slot].name) is False])
    if batch.unanswered and not (yield from reach_and_list(session, patience)):
        _lose(batch, batch.unanswered)
    _lose(batch, [slot for slot in batch.unanswered if session.idempotent(batch.calls[slot].name) is not True])


def _lose(batch: Batch, slots: list[int]) -> None:
    for slot in slots:
        batch.lose(slot)
