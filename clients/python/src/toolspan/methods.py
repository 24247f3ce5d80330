"""The methods that callers use."""

from dataclasses import dataclass
from typing import Any

from toolspan._gen import events_pb2, tools_pb2


@dataclass(frozen=True)
class Method:
    """One method, and how its answer is read."""

    path: str
    answer: Any


GREET = Method("/toolspan.v1.Tools/Greet", tools_pb2.GreetResponse)
LIST = Method("/toolspan.v1.Tools/List", tools_pb2.ListResponse)
SKILLS_PROMPT = Method("/toolspan.v1.Tools/SkillsPrompt", tools_pb2.SkillsPromptResponse)
WATCH = Method("/toolspan.v1.Tools/Watch", tools_pb2.WatchResponse)
CALL = Method("/toolspan.v1.Tools/Call", tools_pb2.CallResponse)
STREAM = Method("/toolspan.v1.Tools/Stream", tools_pb2.StreamResponse)
CALL_ALL = Method("/toolspan.v1.Tools/CallAll", tools_pb2.CallAllResponse)
TRANSLATE = Method("/toolspan.v1.Events/Translate", events_pb2.TranslateResponse)
