"""The ways of a program with threads."""

import json
import os
from collections.abc import Callable
from typing import Any

import grpc
import toolspan
from measure import FIRST_NUMBER, arguments, is_echo, text_of
from toolspan._gen import payload_pb2, tools_pb2

Way = tuple[Callable[[int], int], int]

OPTIONS = [
    ("grpc.default_authority", "localhost"),
    ("grpc.max_receive_message_length", 64 << 20),
    ("grpc.max_send_message_length", 64 << 20),
    ("grpc.use_local_subchannel_pool", 1),
]
METADATA = [("authorization", "Bearer " + os.environ.get("TOOLSPAN_TOKEN", ""))]
RAW = "/bench.Raw/Echo"
CALL = "/toolspan.v1.Tools/Call"


def open_way(request: dict[str, Any]) -> Way:
    """How to make the calls of a request, and how many one step makes."""
    return {"stream": _sdk, "call-all": _batch, "unary": _unary, "raw-unary": _raw}[request["way"]](request)


def _sdk(request: dict[str, Any]) -> Way:
    hub = toolspan.connect(request["to"][0])
    tool, text = request["tool"], text_of(request["bytes"])

    def call(n: int) -> int:
        answer = hub.call(tool, {"text": text, "n": n})
        if answer.error is not None:
            raise RuntimeError(answer.error)
        return int(is_echo(answer.result, text, n))

    return call, 1


def _batch(request: dict[str, Any]) -> Way:
    hub = toolspan.connect(request["to"][0])
    tool, text, batch = request["tool"], text_of(request["bytes"]), request["in_flight"]

    def call(n: int) -> int:
        answers = hub.call_all([toolspan.Call(tool, {"text": text, "n": n + i}) for i in range(batch)])
        return sum(is_echo(answer.result, text, n + i) for i, answer in enumerate(answers))

    return call, batch


def _unary(request: dict[str, Any]) -> Way:
    channel = grpc.insecure_channel(request["to"][0], OPTIONS)
    method = channel.unary_unary(
        CALL,
        request_serializer=tools_pb2.CallRequest.SerializeToString,
        response_deserializer=tools_pb2.CallResponse.FromString,
    )
    tool, text = request["tool"], text_of(request["bytes"])

    def call(n: int) -> int:
        payload = payload_pb2.Payload(data=arguments(text, n))
        answer = method(tools_pb2.CallRequest(name=tool, arguments=payload), metadata=METADATA)
        return int(is_echo(json.loads(answer.response.result.data), text, n))

    return call, 1


def _raw(request: dict[str, Any]) -> Way:
    channel = grpc.insecure_channel(request["to"][0], OPTIONS)
    method = channel.unary_unary(RAW)
    body = arguments(text_of(request["bytes"]), FIRST_NUMBER)
    return lambda n: int(len(method(body)) == len(body)), 1
