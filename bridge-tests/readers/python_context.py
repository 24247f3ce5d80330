"""As much of Flink Agents' runtime, 0.3.1, as its two actions use."""

from types import SimpleNamespace
from typing import Any

from flink_agents.api.chat_message import ChatMessage
from flink_agents.api.core_options import AgentExecutionOptions
from flink_agents.api.events.event import Event
from flink_agents.api.resource import ResourceType


class Context:
    """As much of a runner context as the actions use."""

    def __init__(self, resources: dict[str, Any]) -> None:
        self.resources = resources
        self.sent: list[Event] = []
        self.sensory_memory = Memory()
        self.action_metric_group = None
        plain = {AgentExecutionOptions.TOOL_CALL_ASYNC: False, AgentExecutionOptions.CHAT_ASYNC: False}
        self.config = SimpleNamespace(get=lambda option: plain.get(option, option.get_default_value()))

    def get_resource(self, name: str, type: ResourceType) -> Any:
        """The tool or model of that name, or none."""
        return self.resources.get(name)

    def durable_execute(self, func: Any, *args: Any, **kwargs: Any) -> Any:
        """Runs at once."""
        return func(*args, **kwargs)

    def send_event(self, event: Event) -> None:
        """Keeps it."""
        self.sent.append(event)


class Memory(dict[str, Any]):
    """A memory object."""

    def set(self, key: str, value: Any) -> None:
        """Keeps a value."""
        self[key] = value


class Model:
    """A chat model that gives its answers one after the other, and keeps what it was asked."""

    connection = "c"
    skills: tuple[str, ...] = ()
    allowed_script_dirs: tuple[str, ...] = ()
    resource_context = None

    def __init__(self, *answers: ChatMessage) -> None:
        self.answers = list(answers)
        self.asked: list[list[ChatMessage]] = []

    def chat(self, messages: list[ChatMessage], prompt_args: Any) -> ChatMessage:
        """The next answer."""
        self.asked.append(list(messages))
        return self.answers.pop(0)
