package dev.toolspan;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a model thought, with what its provider needs to continue it (C5.6).
 *
 * @param text what may be shown of it, or null
 * @param metadata an ordinary map, shared and not copied; null makes an empty one
 */
public record ReasoningBlock(String text, Map<String, Object> metadata) implements Block {
    public ReasoningBlock {
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
    }

    public ReasoningBlock(String text) {
        this(text, null);
    }
}
