"""The slots of a batch: answer i belongs to call i, once, whatever finished first (C2.8)."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from toolspan._gen import tools_pb2
from toolspan.call import Call, cancelled, failure, host_lost, prepare, timed_out
from toolspan.limits import Limits
from toolspan.response import ToolResponse
from toolspan.response_wire import response_from_wire
from toolspan.session import Budget


class Batch:
    """Calls and what is answered of them; safe from any thread."""

    def __init__(self, calls: Sequence[Call], parallelism: int | None, limits: Limits) -> None:
        if parallelism is not None and parallelism < 0:
            raise ValueError(f"parallelism must be 0 or more, not {parallelism}")
        self.calls = list(calls)
        self.limits = limits
        self.parallelism = parallelism or 0
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._answers: list[ToolResponse | None] = [None] * len(self.calls)
        self.requests: dict[int, tools_pb2.CallRequest] = {}
        for index, call in enumerate(self.calls):
            prepared = prepare(call, limits)
            if isinstance(prepared, ToolResponse):
                self._answers[index] = prepared
            else:
                self.requests[index] = prepared

    @property
    def elapsed_ms(self) -> int:
        """Whole milliseconds since the start."""
        return int((time.monotonic() - self._started) * 1000)

    @property
    def unanswered(self) -> list[int]:
        """Slots without an answer."""
        return [index for index, answer in enumerate(self._answers) if answer is None]

    @property
    def answers(self) -> list[ToolResponse]:
        """Every answer, in call order."""
        return [answer for answer in self._answers if answer is not None]

    def answer(self, index: int, response: ToolResponse) -> bool:
        """Takes the first answer of a slot; says whether it was the first."""
        with self._lock:
            first = self._answers[index] is None
            if first:
                self._answers[index] = response
        return first

    def cancel(self, index: int) -> bool:
        """Ends a slot at once, without waiting for the peer."""
        return self.answer(index, cancelled(self.calls[index].name, self.elapsed_ms))

    def lose(self, index: int, effect: Literal["unknown", "none"] = "unknown") -> bool:
        """Ends a slot whose connection broke after it was sent, or that found none."""
        return self.answer(index, host_lost(self.calls[index].name, self.elapsed_ms, effect))

    def time_out(self, index: int, budget: Budget) -> bool:
        """Ends a slot whose budget is spent."""
        return self.answer(index, timed_out(self.calls[index].name, budget.ms, budget.elapsed_ms))

    def fail(self, index: int, message: str) -> bool:
        """Ends a slot by a fault of Toolspan's own."""
        name = self.calls[index].name
        return self.answer(index, failure(name, "internal", message, self.elapsed_ms, effect="unknown"))


class Round:
    """One stream that carries the slots still unanswered, under numbers of its own."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._slots = batch.unanswered
        self._numbers = {slot: number for number, slot in enumerate(self._slots)}
        self._withdrawals: list[Callable[[], None]] = []
        self.answered_any = False

    @property
    def complete(self) -> bool:
        """Whether nothing is left to wait for."""
        return not self._batch.unanswered

    def frames(self) -> Iterator[tools_pb2.CallAllRequest]:
        """The requests that open the stream, none over the message limit."""
        room = self._batch.limits.max_message_bytes - 64
        frame = tools_pb2.CallAllRequest(total=len(self._slots), parallelism=self._batch.parallelism)
        used = 0
        for slot in self._slots:
            request = self._batch.requests[slot]
            size = request.ByteSize() + 8
            if used and used + size > room:
                yield frame
                frame, used = tools_pb2.CallAllRequest(), 0
            frame.calls.append(request)
            used += size
        yield frame

    def open(self, send: Callable[[tools_pb2.CallAllRequest], object], close: Callable[[], object]) -> None:
        """Passes cancelled slots on through `send`, and calls `close` when the last slot is answered."""
        self._close = close
        for slot in self._slots:
            token = self._batch.calls[slot].cancel
            if token is not None:
                self._withdrawals.append(token.on_cancel(lambda slot=slot: self._cancel(slot, send)))  # type: ignore[misc]

    def _cancel(self, slot: int, send: Callable[[tools_pb2.CallAllRequest], object]) -> None:
        if self._batch.cancel(slot):
            send(tools_pb2.CallAllRequest(cancel=[self._numbers[slot]]))
            self._close_if_complete()

    def receive(self, message: tools_pb2.CallAllResponse) -> None:
        """Puts each answer in its slot."""
        self.answered_any = True
        for each in message.slots:
            if each.index < len(self._slots):
                slot = self._slots[each.index]
                self._batch.answer(slot, response_from_wire(each.response, self._batch.calls[slot].name))
        self._close_if_complete()

    def _close_if_complete(self) -> None:
        if self.complete:
            self._close()

    def close(self) -> None:
        """Lets go of the tokens."""
        for withdraw in self._withdrawals:
            withdraw()
