package dev.toolspan.event;

/**
 * What an agent run begins with.
 *
 * @param input any JSON value, null too
 */
public record InputEvent(Object input) implements TypedEvent {
    public static final String TYPE = "_input_event";

    @Override
    public String type() {
        return TYPE;
    }
}
