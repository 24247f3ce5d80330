package dev.toolspan.event;

import java.util.Map;
import java.util.Objects;

/**
 * What an action wrote to short-term memory.
 *
 * @param key the key of the partition, as text
 * @param value values by path, such as {@code user.tier}; shared and not copied
 */
public record ShortTermWriteEvent(String key, Map<String, Object> value) implements TypedEvent {
    public static final String TYPE = "_short_term_write_event";

    public ShortTermWriteEvent {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
