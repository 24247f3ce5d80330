package dev.toolspan.event;

import java.util.Map;
import java.util.Objects;

/**
 * An event of any other type.
 *
 * @param type the type of its envelope
 * @param attributes its writer's; shared and not copied
 */
public record CustomEvent(String type, Map<String, Object> attributes) implements TypedEvent {
    public CustomEvent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(attributes, "attributes");
    }
}
