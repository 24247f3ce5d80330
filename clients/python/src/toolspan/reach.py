"""Finding a sidecar, again where it was lost, and asking what tools it has (C8.6)."""

from collections.abc import Sequence

import grpc

from toolspan._gen import tools_pb2
from toolspan.errors import CLOSED, CannotReachError, RefusedError, ToolspanError
from toolspan.methods import GREET, LIST, SKILLS_PROMPT
from toolspan.session import BACKSTOP, Patience, Session
from toolspan.spec import ToolSpec
from toolspan.status import Broken, Trouble, readable, trouble
from toolspan.steps import Ask, Open, Pause, Steps
from toolspan.ticket import Stopped
from toolspan.unicode import clean
from toolspan.wire import spec_from_wire

_SKILLS_WAIT = 120.0


def reach(session: Session, patience: Patience, reason: str = "") -> Steps[bool]:
    """Waits until a sidecar greets; False when stopped. Raises where none does in time, or where it refuses."""
    wait = bool(reason)
    while not session.closed and (left := patience.left) > 0:
        answer = yield Ask(GREET, tools_pb2.GreetRequest(hello=session.hello), left, wait)
        if isinstance(answer, Stopped):
            return False
        if not isinstance(answer, Broken):
            session.welcome(answer.welcome)
            return True
        match trouble(answer):
            case Trouble.LATE:
                break
            case Trouble.REFUSED:
                _refused(session, answer)
            case Trouble.UNSENT:
                reason, wait = readable(answer.details), True
            case _:
                reason = readable(answer.details)
                if isinstance((yield Pause(patience.pause())), Stopped):
                    return False
    if session.closed:
        raise ToolspanError(CLOSED)
    raise CannotReachError(str(session.address), reason or f"no answer within {session.connect_timeout:g} s")


def open_stream(session: Session) -> Steps[None]:
    """Opens the stream ahead of the first call; a call that finds none opens its own."""
    if session.streams:
        yield Open(session.connect_timeout)


def _refused(session: Session, broken: Broken) -> None:
    """Returns where another token may help; raises otherwise."""
    if broken.code is grpc.StatusCode.UNAUTHENTICATED and session.renew_token():
        return
    raise RefusedError(broken.details or broken.code.name)


def recover(session: Session, broken: Broken, patience: Patience) -> Steps[bool]:
    """After a question that did not run: waits for who can be asked it again; False when stopped."""
    match trouble(broken):
        case Trouble.REFUSED:
            _refused(session, broken)
            return True
        case Trouble.DRAINING | Trouble.UNSENT if session.streams or trouble(broken) is Trouble.DRAINING:
            # a new stream finds the next sidecar by itself
            if patience.left <= 0:
                raise CannotReachError(str(session.address), readable(broken.details))
            return not isinstance((yield Pause(patience.pause())), Stopped)
        case _:
            return (yield from reach(session, patience, readable(broken.details)))


def repeatable(session: Session, name: str, patience: Patience) -> Steps[bool]:
    """Whether a lost call may be sent again, and there is a sidecar again to send it to."""
    if session.idempotent(name) is False:
        return False
    return (yield from reach_and_list(session, patience)) and session.idempotent(name) is True


def reach_and_list(session: Session, patience: Patience) -> Steps[bool]:
    """Whether there is a sidecar again; if so, its tools are known."""
    try:
        if not (yield from reach(session, patience, "the connection broke")):
            return False
        yield from list_tools(session)
    except ToolspanError:
        return False
    return True


def list_tools(session: Session) -> Steps[list[ToolSpec]]:
    """The list now."""
    patience = Patience(session.connect_timeout)
    while True:
        answer = yield Ask(LIST, tools_pb2.ListRequest(), session.connect_timeout + BACKSTOP)
        if not isinstance(answer, Broken):
            specs = [spec_from_wire(each) for each in answer.tools]
            session.saw(specs)
            return specs
        if trouble(answer) in (Trouble.LATE, Trouble.BROKEN):
            raise CannotReachError(str(session.address), readable(answer.details))
        yield from recover(session, answer, patience)


def skills_prompt(session: Session, names: Sequence[str]) -> Steps[str]:
    """The prompt of skills; the sidecar may wait for those of the web."""
    patience = Patience(session.connect_timeout)
    question = tools_pb2.SkillsPromptRequest(names=[clean(name) for name in names])
    while True:
        answer = yield Ask(SKILLS_PROMPT, question, _SKILLS_WAIT)
        if not isinstance(answer, Broken):
            return str(answer.prompt)
        if trouble(answer) in (Trouble.LATE, Trouble.BROKEN):
            raise CannotReachError(str(session.address), readable(answer.details))
        yield from recover(session, answer, patience)


def rewatch(session: Session, broken: Broken) -> Steps[None]:
    """After a watch that ended: waits for who can be watched again."""
    patience = Patience(session.connect_timeout)
    if trouble(broken) is Trouble.REFUSED:
        _refused(session, broken)
    yield Pause(patience.pause())
    yield from reach(session, patience)
