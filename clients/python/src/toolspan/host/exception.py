"""The one door from anything raised to a fault of kind `exception` (C2.4)."""

from toolspan.fault import Cause, Fault
from toolspan.unicode import clean

LANGUAGE = "python"
_MOST_CAUSES = 16


def fault_of(error: BaseException) -> Fault:
    """Message, type and causes; never the stack."""
    causes = tuple(Cause(LANGUAGE, _type_of(each), _message_of(each)) for each in _causes(error))
    return Fault("exception", _message_of(error), LANGUAGE, _type_of(error), causes)


def _causes(error: BaseException) -> list[BaseException]:
    """The chain, nearest first; a chain that comes back to itself ends there."""
    found: list[BaseException] = []
    seen = {id(error)}
    following = _cause_of(error)
    while following is not None and id(following) not in seen and len(found) < _MOST_CAUSES:
        seen.add(id(following))
        found.append(following)
        following = _cause_of(following)
    return found


def _cause_of(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__


def _type_of(error: BaseException) -> str:
    return clean(type.__dict__["__name__"].__get__(type(error)))


def _message_of(error: BaseException) -> str:
    """The exception's text, or its type where that is empty or cannot be had: its `__str__` is foreign code too."""
    try:
        text = clean(str.__str__(str(error)))
    except BaseException:
        text = ""
    return text or _type_of(error)
