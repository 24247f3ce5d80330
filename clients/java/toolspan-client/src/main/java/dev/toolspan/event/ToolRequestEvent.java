package dev.toolspan.event;

import dev.toolspan.ToolCallBlock;
import java.util.List;

/**
 * A wish to call tools.
 *
 * @param model the chat model that asks; null where none does
 * @param toolCalls each with an id of its own; copied
 */
public record ToolRequestEvent(String model, List<ToolCallBlock> toolCalls) implements TypedEvent {
    public static final String TYPE = "_tool_request_event";

    public ToolRequestEvent {
        toolCalls = List.copyOf(toolCalls);
    }

    @Override
    public String type() {
        return TYPE;
    }
}
