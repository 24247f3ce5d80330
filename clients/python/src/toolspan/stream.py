"""What stands on one stream: numbers, the queue, the window, answers, drain and loss; it waits for nothing.

A pump writes the frames that `take` gives and hands what arrives to `receive`; `pump.py` does so with threads,
`aio/pump.py` with asyncio. Calls leave only after the sidecar's welcome, so that a stream which was never welcomed has
certainly not run one.
"""

import enum
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

import grpc

from toolspan._gen import tools_pb2
from toolspan.progress import progress_from_wire
from toolspan.session import BACKSTOP, Session
from toolspan.status import DRAINING, REFUSALS, Broken
from toolspan.ticket import Outcome, Ticket

# Bytes of one frame above which another begins, so that nothing small is ever behind a huge frame.
FRAME_BYTES = 1_048_576
_CALL_ROOM = 32


class _Phase(enum.Enum):
    OPENING = "not welcomed yet"
    OPEN = "takes calls"
    DRAINING = "answers what it has, takes nothing more"
    OVER = "ended"


class Stream:
    """One stream of one connection; safe from any thread.

    Attributes:
        frames: how many frames were taken.

    """

    def __init__(self, session: Session, wake: Callable[[], object], opened: Callable[[], object]) -> None:
        """`wake` is called once when a `take` that gave nothing would give something, `opened` at welcome or end."""
        self.frames = 0
        self._session = session
        self._wake = wake
        self._on_opened = opened
        self._lock = threading.Lock()
        self._phase = _Phase.OPENING
        self._began = time.monotonic()
        self._greeted = False
        self._idle = False
        self._numbers = 0
        self._queue: OrderedDict[Ticket, None] = OrderedDict()
        # a call that was ended here keeps its place, without a ticket, until the sidecar lets go of it
        self._sent: dict[int, Ticket | None] = {}
        self._cancels: list[int] = []

    @property
    def takes_calls(self) -> bool:
        """Whether `post` would take a call."""
        return self._phase is _Phase.OPEN or self._phase is _Phase.OPENING

    @property
    def is_over(self) -> bool:
        """Whether nothing will be written any more."""
        return self._phase is _Phase.OVER or (self._phase is _Phase.DRAINING and not self._sent)

    @property
    def is_stuck(self) -> bool:
        """Whether no welcome came in time."""
        return self._phase is _Phase.OPENING and time.monotonic() >= self._began + self._session.connect_timeout

    def post(self, tickets: Sequence[Ticket]) -> None:
        """Queues calls; where the stream takes no more they end as not sent."""
        with self._lock:
            taken = self.takes_calls
            if taken:
                free = self._session.limits.max_in_flight - len(self._sent) - len(self._queue)
                for ticket in tickets:
                    free -= 1
                    if free < 0 or self._phase is _Phase.OPENING:
                        ticket.late = True
                    self._queue[ticket] = None
                    if ticket.nested:
                        self._queue.move_to_end(ticket, last=False)
                self._wake_if_wanted()
        if not taken:
            for ticket in tickets:
                ticket.end(DRAINING)

    def take(self) -> bytes | None:
        """The next frame: whatever is queued, as far as window and size allow."""
        with self._lock:
            if not self._greeted:
                self._greeted = True
                self.frames += 1
                return tools_pb2.StreamRequest(hello=self._session.hello).SerializeToString()
            if not self._cancels and not self._may_send:
                self._idle = True
                return None
            frame = tools_pb2.StreamRequest(cancel=self._cancels)
            self._cancels = []
            room = min(FRAME_BYTES, self._session.limits.max_arguments_bytes)
            add, sent, queue = frame.calls.add, self._sent, self._queue
            while self._may_send:
                ticket = next(iter(queue))
                room -= ticket.size + _CALL_ROOM
                if room < 0 and frame.calls:
                    break
                del queue[ticket]
                self._numbers += 1
                ticket.number = number = self._numbers
                sent[number] = ticket
                add(number=number, call=ticket.stated(), wants_progress=ticket.wants_progress)
            self.frames += 1
            return frame.SerializeToString()

    def receive(self, message: tools_pb2.StreamResponse) -> None:
        """Takes one frame. Raises `RefusedError` where the sidecar chose a protocol level that we do not speak."""
        if message.HasField("welcome"):
            self._session.welcome(message.welcome)
        if message.HasField("limits"):
            self._session.limited(message.limits)
        for update in message.progress:
            told = self._sent.get(update.number)
            if told is not None:
                told.hear(progress_from_wire(update.progress))
        settled: list[tuple[Ticket, Outcome]] = []
        with self._lock:
            opened = self._phase is _Phase.OPENING
            if opened:
                self._phase = _Phase.OPEN
            pop = self._sent.pop
            for answer in message.answers:
                ticket = pop(answer.number, None)
                if answer.HasField("response"):
                    if ticket is not None:
                        settled.append((ticket, answer.response))
                else:
                    if ticket is not None:
                        settled.append((ticket, DRAINING))
                    self._drain(settled)
            if message.HasField("drain"):
                self._drain(settled)
            self._wake_if_wanted()
        if opened:
            self._on_opened()
        for ticket, outcome in settled:
            ticket.end(outcome)

    def withdraw(self, ticket: Ticket, outcome: Outcome) -> None:
        """Ends a call from this side, and tells the sidecar where it knows of it; nothing where it has ended."""
        with self._lock:
            if ticket.number == 0:
                if ticket not in self._queue:
                    return
                del self._queue[ticket]
            else:
                if self._sent.get(ticket.number) is None:
                    return
                self._sent[ticket.number] = None
                self._cancels.append(ticket.number)
                self._wake_if_wanted()
        ticket.end(outcome)

    def end(self, broken: Broken) -> None:
        """The stream is over: what was sent is lost, what was not can go elsewhere."""
        with self._lock:
            if self._phase is _Phase.OVER:
                return
            # a sidecar that drains ends its stream once it has answered all that ran: what is left did not
            orderly = self._phase is _Phase.DRAINING and broken.code is grpc.StatusCode.OK
            welcomed = self._phase is not _Phase.OPENING
            self._phase = _Phase.OVER
            sent = [ticket for ticket in self._sent.values() if ticket is not None]
            queued = list(self._queue)
            self._sent.clear()
            self._queue.clear()
            self._cancels.clear()
            if self._idle:
                self._idle = False
                self._wake()
        self._on_opened()
        unsent = Broken(grpc.StatusCode.UNAVAILABLE, broken.details, wrote=False)
        if not welcomed and broken.code is grpc.StatusCode.UNIMPLEMENTED:
            self._session.streams = False  # an older sidecar
            unsent = broken
        elif not welcomed and broken.code in REFUSALS:
            renewed = broken.code is grpc.StatusCode.UNAUTHENTICATED and self._session.renew_token()
            unsent = unsent if renewed else broken
        for ticket in sent:
            ticket.end(DRAINING if orderly else Broken(grpc.StatusCode.CANCELLED, broken.details))
        for ticket in queued:
            ticket.end(unsent)

    def rest(self, ticket: Ticket) -> float:
        """Seconds that the call still has, of its budget, or of the time in which a sidecar must have said welcome."""
        ends = ticket.ends
        if ticket.number > 0:
            ends += BACKSTOP
        elif self._phase is _Phase.OPENING:
            ends = min(ends, self._began + self._session.connect_timeout)
        return ends - time.monotonic()

    def expire(self, ticket: Ticket) -> None:
        """Ends a call whose rest is spent."""
        if self.rest(ticket) > 0:
            return
        if ticket.number == 0 and self._phase is _Phase.OPENING:
            self.withdraw(ticket, Broken(grpc.StatusCode.UNAVAILABLE, "the sidecar did not say welcome", wrote=False))
        else:
            self.withdraw(ticket, Broken(grpc.StatusCode.DEADLINE_EXCEEDED, ""))

    def _drain(self, settled: list[tuple[Ticket, Outcome]]) -> None:
        if self.takes_calls:
            self._phase = _Phase.DRAINING
            settled.extend((ticket, DRAINING) for ticket in self._queue)
            self._queue.clear()

    @property
    def _may_send(self) -> bool:
        if self._phase is not _Phase.OPEN or not self._queue:
            return False
        return len(self._sent) < self._session.limits.max_in_flight or next(iter(self._queue)).nested

    def _wake_if_wanted(self) -> None:
        if self._idle and (self._cancels or self._may_send or self.is_over):
            self._idle = False
            self._wake()
