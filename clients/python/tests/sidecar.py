"""A sidecar for tests: the Tools service in this process, with tools that are Python functions."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from typing import Any

import grpc

from toolspan import Fault, Payload, ToolResponse, ToolSpec, normalise
from toolspan._gen import payload_pb2, session_pb2, tool_pb2, tools_pb2
from toolspan.outcome import Raised, Returned
from toolspan.response_wire import response_to_wire
from toolspan.wire import spec_to_wire


class Stop(threading.Event):
    """Set when the call is cancelled; `tell` passes progress on where the caller asked for it."""

    def __init__(self, tell: Callable[[tool_pb2.Progress], object] = lambda _: None) -> None:
        super().__init__()
        self.tell = tell


Tool = Callable[[tools_pb2.CallRequest, Stop], tool_pb2.ToolResponse]


def answer(name: str, result: Any, ms: int = 1) -> tool_pb2.ToolResponse:
    return response_to_wire(normalise(name, Returned(ToolResponse(result)), ms))


def fault(name: str, kind: Any, message: str, **more: Any) -> tool_pb2.ToolResponse:
    return response_to_wire(normalise(name, Raised(Fault(kind, message, **more)), 1))


def raw(name: str, data: bytes, media_type: str = "") -> tool_pb2.ToolResponse:
    result = payload_pb2.Payload(data=data, media_type=media_type)
    return tool_pb2.ToolResponse(result=result, success=True, tool_name=name, execution_time_ms=1)


def spec(name: str, idempotent: bool = False) -> ToolSpec:
    return ToolSpec(name, f"{name} it", {"type": "object"}, None, "function", "test", 1.5, idempotent, "d1")


class Sidecar:
    """One server; `address` can be served again after `stop`."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address
        self.token = token
        self.tools: dict[str, Tool] = {"echo": lambda call, _: raw(call.name, call.arguments.data or b"{}")}
        self.specs: list[ToolSpec] = [spec("echo", idempotent=True)]
        self.seen: list[tools_pb2.CallRequest] = []
        self.frames: list[tools_pb2.StreamRequest] = []
        self.streams: list[Stream] = []
        self.knows_streams = True
        self.batches: list[tools_pb2.CallAllRequest] = []
        self.metadata: list[dict[str, str]] = []
        self.draining = False
        self.protocol = 1
        self.limits = session_pb2.Limits(
            max_message_bytes=32 * 1048576, max_in_flight=1024, max_json_depth=512, max_call_ms=600_000
        )
        self.cancelled = threading.Event()
        self.changed = threading.Condition()
        self._server: Any = None

    def start(self) -> "Sidecar":
        self._server = grpc.server(
            futures.ThreadPoolExecutor(64),
            options=[("grpc.max_receive_message_length", 64 << 20), ("grpc.max_send_message_length", 64 << 20)],
        )
        tools = tools_pb2
        handlers: dict[str, Any] = {
            "Greet": grpc.unary_unary_rpc_method_handler(self.greet, tools.GreetRequest.FromString, _bytes),
            "List": grpc.unary_unary_rpc_method_handler(self.list, tools.ListRequest.FromString, _bytes),
            "Watch": grpc.unary_stream_rpc_method_handler(self.watch, tools.WatchRequest.FromString, _bytes),
            "Call": grpc.unary_unary_rpc_method_handler(self.call, tools.CallRequest.FromString, _bytes),
            "CallAll": grpc.stream_stream_rpc_method_handler(self.call_all, tools.CallAllRequest.FromString, _bytes),
        }
        if self.knows_streams:
            handlers["Stream"] = grpc.stream_stream_rpc_method_handler(
                self.stream, tools.StreamRequest.FromString, _bytes
            )
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("toolspan.v1.Tools", handlers),))
        self._server.add_insecure_port(self.address)
        self._server.start()
        return self

    def stop(self, grace: float | None = 0) -> None:
        self._server.stop(grace).wait(10)

    def _admit(self, context: Any) -> None:
        metadata = {key: str(value) for key, value in context.invocation_metadata()}
        self.metadata.append(metadata)
        if self.token is not None and metadata.get("authorization") != f"Bearer {self.token}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "The token is missing or wrong.")
        if self.draining:
            context.abort(grpc.StatusCode.UNAVAILABLE, "draining: the sidecar is stopping")

    def greet(self, request: tools_pb2.GreetRequest, context: Any) -> tools_pb2.GreetResponse:
        self._admit(context)
        if self.protocol != 1:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "The sidecar speaks protocol levels 9 to 9.")
        return tools_pb2.GreetResponse(
            welcome=session_pb2.Welcome(protocol=1, sidecar_version="0.1.0", limits=self.limits)
        )

    def list(self, request: tools_pb2.ListRequest, context: Any) -> tools_pb2.ListResponse:
        self._admit(context)
        return tools_pb2.ListResponse(tools=[spec_to_wire(each) for each in self.specs])

    def watch(self, request: tools_pb2.WatchRequest, context: Any) -> Iterator[tools_pb2.WatchResponse]:
        last: Any = None
        while context.is_active():
            with self.changed:
                if self.specs == last:
                    self.changed.wait(0.05)
                    continue
                last = [*self.specs]
            yield tools_pb2.WatchResponse(tools=[spec_to_wire(each) for each in last])

    def change(self, specs: "Specs") -> None:
        with self.changed:
            self.specs = specs
            self.changed.notify_all()

    def call(self, request: tools_pb2.CallRequest, context: Any) -> tools_pb2.CallResponse:
        self._admit(context)
        stop = Stop()

        def ended() -> None:
            stop.set()
            if context.code() is None:
                self.cancelled.set()

        context.add_callback(ended)
        return tools_pb2.CallResponse(response=self.run(request, stop))

    def run(self, request: tools_pb2.CallRequest, stop: Stop) -> tool_pb2.ToolResponse:
        self.seen.append(request)
        tool = self.tools.get(request.name)
        if tool is None:
            return fault(request.name, "unknown_tool", f"Tool {request.name} does not exist.")
        return tool(request, stop)

    def call_all(
        self, requests: Iterator[tools_pb2.CallAllRequest], context: Any
    ) -> Iterator[tools_pb2.CallAllResponse]:
        self._admit(context)
        pool = futures.ThreadPoolExecutor(32)
        stops: dict[int, Stop] = {}
        done: dict[futures.Future[tool_pb2.ToolResponse], int] = {}
        total: list[int] = []
        lock = threading.Lock()

        def read() -> None:
            try:
                for request in requests:
                    self.batches.append(request)
                    with lock:
                        total.append(request.total)
                        for each in request.calls:
                            index = len(stops)
                            stops[index] = Stop()
                            done[pool.submit(self.run, each, stops[index])] = index
                        for index in request.cancel:
                            self.cancelled.set()
                            stops[index].set()
            except grpc.RpcError:
                pass

        threading.Thread(target=read, daemon=True).start()
        answered = 0
        while context.is_active() and (not total or answered < total[0]):
            with lock:
                ready = [each for each in done if each.done()]
                slots = [tools_pb2.Slot(index=done.pop(each), response=each.result()) for each in ready]
            answered += len(slots)
            for slot in reversed(slots):
                yield tools_pb2.CallAllResponse(slots=[slot])
            time.sleep(0.002)
        for stop in stops.values():
            stop.set()

    def stream(self, requests: Iterator[tools_pb2.StreamRequest], context: Any) -> Iterator[tools_pb2.StreamResponse]:
        self._admit(context)
        stream = Stream(self, context)
        self.streams.append(stream)
        threading.Thread(target=stream.read, args=(requests,), daemon=True).start()
        yield from stream.write()

    def drain(self) -> None:
        """Takes no more calls on the streams of now."""
        for stream in self.streams:
            stream.put(tools_pb2.StreamResponse(drain=session_pb2.Drain(grace_ms=1000)))

    def cut(self, code: Any = None) -> None:
        """Ends the streams of now, whatever is under way on them."""
        for stream in self.streams:
            stream.put(code)


class Stream:
    """One stream; `echo` is answered at once, other tools have threads."""

    def __init__(self, sidecar: Sidecar, context: Any) -> None:
        self._sidecar = sidecar
        self._context = context
        self._out: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stops: dict[int, Stop] = {}
        self._pool = futures.ThreadPoolExecutor(64)
        self.put = self._out.put

    @property
    def busy(self) -> bool:
        """Whether a tool runs, or an answer waits to be sent."""
        return bool(self._stops) or not self._out.empty()

    def finish(self) -> None:
        """Ends with OK, whatever is under way."""
        self.put("finish")

    def read(self, requests: Iterator[tools_pb2.StreamRequest]) -> None:
        try:
            for frame in requests:
                self._sidecar.frames.append(frame)
                if frame.HasField("hello"):
                    welcome = session_pb2.Welcome(
                        protocol=self._sidecar.protocol, sidecar_version="0.1.0", limits=self._sidecar.limits
                    )
                    self.put(tools_pb2.StreamResponse(welcome=welcome))
                for each in frame.calls:
                    self._begin(each)
                for number in frame.cancel:
                    self._sidecar.cancelled.set()
                    if number in self._stops:
                        self._stops[number].set()
            self.put(grpc.StatusCode.OK)
        except grpc.RpcError:
            self.put(None)
        for stop in self._stops.values():
            stop.set()
        self._sidecar.cancelled.set()
        self._pool.shutdown(wait=False)

    def _begin(self, each: tools_pb2.StreamCall) -> None:
        number = each.number
        if self._sidecar.draining:
            self.put(tools_pb2.StreamAnswer(number=number))
        elif each.call.name == "echo":
            self._answer(number, each.call, Stop())
        else:

            def tell(progress: tool_pb2.Progress) -> None:
                if each.wants_progress:
                    update = tools_pb2.StreamProgress(number=number, progress=progress)
                    self.put(tools_pb2.StreamResponse(progress=[update]))

            stop = self._stops[number] = Stop(tell)
            self._pool.submit(self._answer, number, each.call, stop)

    def _answer(self, number: int, call: tools_pb2.CallRequest, stop: Stop) -> None:
        response = self._sidecar.run(call, stop)
        self._stops.pop(number, None)
        self.put(tools_pb2.StreamAnswer(number=number, response=response))

    def write(self) -> Iterator[tools_pb2.StreamResponse]:
        while True:
            item = self._out.get()
            answers: list[tools_pb2.StreamAnswer] = []
            while isinstance(item, tools_pb2.StreamAnswer):
                answers.append(item)
                item = self._out.get() if len(answers) < 100 and self._out.qsize() > 0 else ...
            if answers:
                yield tools_pb2.StreamResponse(answers=answers)
            if isinstance(item, tools_pb2.StreamResponse):
                yield item
            elif item == "finish" or (item is grpc.StatusCode.OK and not self._stops):
                return
            elif item is None or (isinstance(item, grpc.StatusCode) and item is not grpc.StatusCode.OK):
                self._context.abort(item or grpc.StatusCode.UNAVAILABLE, "cut")


Specs = list[ToolSpec]


def _bytes(message: Any) -> bytes:
    encoded: bytes = message.SerializeToString()
    return encoded


def arguments(call: tools_pb2.CallRequest) -> Any:
    return json.loads(call.arguments.data)


__all__ = ["Payload", "Sidecar", "answer", "arguments", "fault", "raw", "spec"]
