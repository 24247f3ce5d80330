"""The other side of a host: the Hosts service in this process, and what the host said to it."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from typing import Any

import grpc

from toolspan._gen import hosts_pb2, payload_pb2, session_pb2, tools_pb2


class Attached:
    """One stream of a host."""

    def __init__(self, limits: session_pb2.Limits) -> None:
        self.frames: list[hosts_pb2.AttachRequest] = []
        self.half_closed = False
        self.outgoing: queue.SimpleQueue[hosts_pb2.AttachResponse | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._number = 0
        self.outgoing.put(hosts_pb2.AttachResponse(welcome=session_pb2.Welcome(protocol=1, limits=limits)))

    def say(self, **frame: Any) -> None:
        self.outgoing.put(hosts_pb2.AttachResponse(**frame))

    def hear(self, frame: hosts_pb2.AttachRequest | None) -> None:
        with self._changed:
            if frame is None:
                self.half_closed = True
            else:
                self.frames.append(frame)
            self._changed.notify_all()

    def until(self, found: Callable[[], Any], seconds: float = 20) -> Any:
        with self._changed:
            assert self._changed.wait_for(lambda: found() is not None and found() is not False, seconds), self.frames
            return found()

    def start(self, name: str, args: Any = None, wants_progress: bool = False, **more: Any) -> int:
        """Sends an invocation, and gives its number."""
        self._number += 1
        data = args if isinstance(args, bytes) else json.dumps(args or {}).encode()
        call = tools_pb2.CallRequest(name=name, arguments=payload_pb2.Payload(data=data), **more)
        stated = tools_pb2.StreamCall(number=self._number, call=call, wants_progress=wants_progress)
        self.say(invocations=[stated])
        return self._number

    def outcome(self, number: int) -> hosts_pb2.InvocationOutcome:
        """The outcome of an invocation, when it is there; a second one fails."""

        def found() -> hosts_pb2.InvocationOutcome | None:
            all_of_it = [each for frame in self.frames for each in frame.outcomes if each.number == number]
            assert len(all_of_it) < 2
            return all_of_it[0] if all_of_it else None

        answer: hosts_pb2.InvocationOutcome = self.until(found)
        return answer

    def run(self, name: str, args: Any = None, **more: Any) -> hosts_pb2.InvocationOutcome:
        return self.outcome(self.start(name, args, **more))

    def result(self, name: str, args: Any = None, **more: Any) -> Any:
        """What a tool returned that succeeded."""
        returned = self.run(name, args, **more).outcome.returned
        assert returned.success, returned
        return json.loads(returned.result.data)

    def progress(self, number: int) -> list[tuple[float | None, str | None]]:
        said = [each.progress for frame in self.frames for each in frame.progress if each.number == number]
        return [(p.fraction if p.HasField("fraction") else None, p.message) for p in said]


class Hosts:
    """One server; every offer is accepted unless `refusals` has a reason for its full name."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.attached: list[Attached] = []
        self.refusals: dict[str, str] = {}
        self.answers_drain = True
        self.abort: tuple[grpc.StatusCode, str] | None = None
        self.limits = session_pb2.Limits(max_message_bytes=1 << 20, max_in_flight=64, max_json_depth=512)
        self._server: Any = None

    def start(self) -> "Hosts":
        self._server = grpc.server(futures.ThreadPoolExecutor(16))
        greeting = tools_pb2.GreetResponse(welcome=session_pb2.Welcome(protocol=1, limits=self.limits))
        greet = grpc.unary_unary_rpc_method_handler(
            lambda request, context: greeting,
            tools_pb2.GreetRequest.FromString,
            tools_pb2.GreetResponse.SerializeToString,
        )
        attach = grpc.stream_stream_rpc_method_handler(
            self.attach, hosts_pb2.AttachRequest.FromString, hosts_pb2.AttachResponse.SerializeToString
        )
        services: dict[str, dict[str, Any]] = {"Hosts": {"Attach": attach}, "Tools": {"Greet": greet}}
        for service, handlers in services.items():
            self._server.add_generic_rpc_handlers(
                (grpc.method_handlers_generic_handler(f"toolspan.v1.{service}", handlers),)
            )
        self._server.add_insecure_port(self.address)
        self._server.start()
        return self

    def stop(self) -> None:
        for each in self.attached:
            each.outgoing.put(None)
        self._server.stop(0).wait(10)

    def attach(self, requests: Iterator[Any], context: Any) -> Iterator[hosts_pb2.AttachResponse]:
        if self.abort is not None:
            context.abort(*self.abort)
        stream = Attached(self.limits)
        self.attached.append(stream)

        def read() -> None:
            try:
                for request in requests:
                    names = [f"{each.spec.source}.{each.spec.name}" for each in request.offers]
                    reasons = {name: self.refusals[name] for name in names if name in self.refusals}
                    if names:
                        stream.say(
                            accepted=[name for name in names if name not in reasons],
                            refusals=[hosts_pb2.Refusal(name=name, reason=reasons[name]) for name in reasons],
                        )
                    if request.HasField("drain") and self.answers_drain:
                        stream.say(drain={})
                    stream.hear(request)
            except grpc.RpcError:
                pass
            stream.hear(None)
            stream.outgoing.put(None)

        threading.Thread(target=read, daemon=True).start()
        yield from iter(stream.outgoing.get, None)

    def stream(self, index: int) -> Attached:
        """The stream of an attachment, when its offers are there."""
        deadline = time.monotonic() + 20
        while len(self.attached) <= index or not self.attached[index].frames:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        return self.attached[index]
