package dev.toolspan;

import dev.toolspan.internal.Texts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A model's wish to call a tool (C5.3).
 *
 * @param callId never empty, and unique within a message
 * @param name the tool, never empty
 * @param input its arguments: an ordinary map, shared and not copied; null makes an empty one
 * @param metadata the provider's own: an ordinary map, shared and not copied; null makes an empty one
 */
public record ToolCallBlock(String callId, String name, Map<String, Object> input, Map<String, Object> metadata)
        implements Block {
    public ToolCallBlock {
        if (callId.isEmpty()) {
            throw new InvalidMessageException("/call_id", Texts.MESSAGE_CALL_ID_EMPTY);
        }
        if (name.isEmpty()) {
            throw new InvalidMessageException("/name", Texts.MESSAGE_NAME_EMPTY);
        }
        input = input == null ? new LinkedHashMap<>() : input;
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
    }

    public ToolCallBlock(String callId, String name, Map<String, Object> input) {
        this(callId, name, input, null);
    }
}
