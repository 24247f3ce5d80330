"""The protobuf form of a ToolResponse, apart from its parts because reading one is a judgement (C1.2, C2.2)."""

from typing import Any

from toolspan._gen import texts, tool_pb2
from toolspan.blocks import ContentBlock
from toolspan.decode import InvalidJsonError
from toolspan.errors import InvalidMessageError
from toolspan.fault import Fault
from toolspan.normalise import normalise
from toolspan.outcome import Raised, Returned
from toolspan.problems import Problem, details_of, joined
from toolspan.response import ToolResponse
from toolspan.unicode import clean
from toolspan.wire import (
    block_from_wire,
    block_to_wire,
    fault_from_wire,
    fault_to_wire,
    value_from_wire,
    value_to_wire,
)

_DISAGREE = "The answer says both that the tool succeeded and that it failed."


def response_to_wire(response: ToolResponse) -> tool_pb2.ToolResponse:
    """Field by field; a failure has a result only where the tool gave one."""
    return tool_pb2.ToolResponse(
        result=value_to_wire(response.result) if response.success or response.result is not None else None,
        success=response.success,
        error=None if response.error_message is None else clean(response.error_message),
        execution_time_ms=response.execution_time_ms,
        tool_name=None if response.tool_name is None else clean(response.tool_name),
        blocks=[block_to_wire(block) for block in response.blocks],
        fault=None if response.fault is None else fault_to_wire(response.fault),
    )


def response_from_wire(wire: tool_pb2.ToolResponse, called: str) -> ToolResponse:
    """The answer to a call of `called`; one that contradicts itself is a failure of kind `internal`."""
    name = wire.tool_name if wire.HasField("tool_name") else called
    # most answers by far: a success of one value
    if wire.success and not (wire.HasField("error") or wire.HasField("fault") or wire.blocks):
        try:
            result = value_from_wire(wire.result) if wire.HasField("result") else None
        except InvalidJsonError:
            pass  # told below
        else:
            return ToolResponse(result, None, wire.execution_time_ms, name)
    error = wire.error if wire.HasField("error") else None
    fault = fault_from_wire(wire.fault) if wire.HasField("fault") else None
    if wire.success is not (error is None) or wire.success is not (fault is None):
        error, fault = _DISAGREE, Fault("internal", _DISAGREE)
    result, result_problems = _result_of(wire)
    blocks, block_problems = _blocks_of(wire)
    problems = result_problems or block_problems
    if problems and fault is None:
        message = texts.INVALID_RESULT.format(tool=name, problems=joined(problems))
        refused = Fault("invalid_result", message, details=details_of(problems))
        return normalise(name, Raised(refused), wire.execution_time_ms)
    response = ToolResponse(result, error, wire.execution_time_ms, name, blocks, fault)
    return response if fault is None else normalise(name, Returned(response), wire.execution_time_ms)


def _result_of(wire: tool_pb2.ToolResponse) -> tuple[Any, list[Problem]]:
    try:
        return value_from_wire(wire.result) if wire.HasField("result") else None, []
    except InvalidJsonError as bad:
        return None, bad.problems


def _blocks_of(wire: tool_pb2.ToolResponse) -> tuple[tuple[ContentBlock, ...], list[Problem]]:
    """The blocks that answers hold; of a broken one, such as media without a type, what is wrong."""
    blocks, problems = [], []
    for index, each in enumerate(wire.blocks):
        try:
            block = block_from_wire(each)
        except InvalidMessageError as bad:
            problems.append(Problem(f"/blocks/{index}{bad.path}", str(bad).removeprefix(f"{bad.path} ")))
        else:
            if block is not None:
                blocks.append(block)
    return tuple(blocks), problems
