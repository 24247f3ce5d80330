"""Events of Flink Agents in another JSON dialect; the sidecar translates (C7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from toolspan._gen import events_pb2
from toolspan.errors import CannotCrossError, CannotReachError
from toolspan.methods import TRANSLATE
from toolspan.reach import recover
from toolspan.session import BACKSTOP, Patience, Session
from toolspan.status import Broken, Trouble, readable, trouble
from toolspan.steps import Ask, Steps


@dataclass(frozen=True)
class Translated:
    """What became of one event.

    Attributes:
        event: its JSON text in the other dialect; None where it cannot cross.
        refusal: what of it cannot cross, by name; None where all of it did.
        changes: a line a place that differs: its JSON pointer, what was there and what is.

    """

    event: str | None
    refusal: str | None
    changes: tuple[str, ...]


def translate_all(session: Session, events: Sequence[str], source: str, target: str) -> Steps[list[Translated]]:
    """Answer i is that of event i."""
    request = events_pb2.TranslateRequest(to=target, events=events, explain=True, **{"from": source})
    patience = Patience(session.connect_timeout)
    while True:
        answer = yield Ask(TRANSLATE, request, session.connect_timeout + BACKSTOP)
        if not isinstance(answer, Broken):
            return [_translated(each) for each in answer.events]
        if trouble(answer) in (Trouble.LATE, Trouble.BROKEN):
            raise CannotReachError(str(session.address), readable(answer.details))
        yield from recover(session, answer, patience)


def translate_one(session: Session, event: str, source: str, target: str) -> Steps[str]:
    """Raises `CannotCrossError` where the event cannot cross."""
    (answer,) = yield from translate_all(session, [event], source, target)
    if answer.event is None:
        raise CannotCrossError(answer.refusal or "")
    return answer.event


def _translated(answer: events_pb2.Translated) -> Translated:
    crossed = answer.WhichOneof("outcome") == "event"
    return Translated(answer.event if crossed else None, None if crossed else answer.refusal, tuple(answer.changes))
