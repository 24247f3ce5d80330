package dev.toolspan.event;

/**
 * What an agent run tells the outside.
 *
 * @param output any JSON value, null too
 */
public record OutputEvent(Object output) implements TypedEvent {
    public static final String TYPE = "_output_event";

    @Override
    public String type() {
        return TYPE;
    }
}
