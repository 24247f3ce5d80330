package dev.toolspan;

import dev.toolspan.internal.MessageRules;
import dev.toolspan.internal.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the model reads of one tool call (C5.4); {@link ToolResponse#toResultBlock} makes one of an answer.
 *
 * @param callId the id of its call, never empty
 * @param blocks text and media; copied
 * @param isError whether the tool failed
 * @param metadata an ordinary map, shared and not copied; null makes an empty one
 */
public record ToolResultBlock(
        String callId, List<ContentBlock> blocks, boolean isError, Map<String, Object> metadata) implements Block {
    public ToolResultBlock {
        if (callId.isEmpty()) {
            throw new InvalidMessageException("/call_id", Texts.MESSAGE_CALL_ID_EMPTY);
        }
        blocks = List.copyOf(blocks);
        MessageRules.checkMedia(blocks, "");
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
    }

    /** A tool's success in a few words. */
    public ToolResultBlock(String callId, String text) {
        this(callId, List.of(new TextBlock(text)), false, null);
    }
}
