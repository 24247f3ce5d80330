"""What the testee tells of answers and exceptions."""

from typing import Any

from toolspan import Progress, ToolResponse, ToolSpec


def of_response(response: ToolResponse) -> dict[str, Any]:
    """The canonical JSON that the SDK makes, the model's text, and the type of the result."""
    return {
        "response": response.to_json(),
        "model_text": response.model_text,
        "native": type(response.result).__name__,
    }


def of_exception(error: BaseException) -> dict[str, Any]:
    """The class word and the message."""
    word = type(error).__name__.removesuffix("Error").removesuffix("Exception")
    return {"raised": {"class": word, "message": str(error)}}


def of_spec(spec: ToolSpec) -> dict[str, Any]:
    """The fields of a spec under the names that every language uses."""
    return {
        "name": spec.name,
        "full_name": spec.full_name,
        "description": spec.description,
        "input_schema": spec.input_schema,
        "injected_schema": spec.injected_schema,
        "output_schema": spec.output_schema,
        "type": spec.type,
        "source": spec.source,
        "timeout_ms": None if spec.timeout is None else round(spec.timeout * 1000),
        "idempotent": spec.idempotent,
        "digest": spec.digest,
    }


def of_progress(update: Progress) -> dict[str, Any]:
    """What is absent is left out."""
    told = {"fraction": update.fraction, "message": update.message}
    return {key: value for key, value in told.items() if value is not None}
