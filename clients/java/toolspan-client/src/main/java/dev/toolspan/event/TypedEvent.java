package dev.toolspan.event;

/** The known attributes of an event, typed and checked; what is not known stays in the {@link Event} (C7.1). */
public sealed interface TypedEvent
        permits InputEvent,
                OutputEvent,
                ChatRequestEvent,
                ChatResponseEvent,
                ToolRequestEvent,
                ToolResponseEvent,
                ContextRetrievalRequestEvent,
                ContextRetrievalResponseEvent,
                ShortTermWriteEvent,
                AgentRunBeginEvent,
                ExecutionEvent,
                CustomEvent {
    /** The type of its envelope, such as {@code _tool_request_event}. */
    String type();
}
