package dev.toolspan.event;

import java.util.Map;
import java.util.Objects;

/**
 * What short-term memory holds as a run begins.
 *
 * @param key the key of the partition, as text
 * @param value values by path, such as {@code user.tier}; shared and not copied
 */
public record AgentRunBeginEvent(String key, Map<String, Object> value) implements TypedEvent {
    public static final String TYPE = "_agent_run_begin_event";

    public AgentRunBeginEvent {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
