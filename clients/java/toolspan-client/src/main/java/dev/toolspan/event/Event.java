package dev.toolspan.event;

import dev.toolspan.InvalidMessageException;
import dev.toolspan.internal.EventBytes;
import dev.toolspan.internal.EventFromJson;
import dev.toolspan.internal.EventToJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * An event of an agent run, with everything that its writer put in it (C7.1).
 *
 * @param id a UUID, as its writer spelled it
 * @param type such as {@code _tool_response_event}
 * @param attributes every attribute, known or not, in its writer's order; shared and not copied, null makes an empty map
 * @param upstreamEventId the event that caused it; null where none did
 * @param upstreamActionName the action that sent it; null where none did
 * @param extra every other top-level field; shared and not copied, null makes an empty map
 */
public record Event(
        String id,
        String type,
        Map<String, Object> attributes,
        String upstreamEventId,
        String upstreamActionName,
        Map<String, Object> extra) {
    /** @throws InvalidMessageException if {@code extra} has a field that every event has */
    public Event {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
        attributes = attributes == null ? new LinkedHashMap<>() : attributes;
        extra = extra == null ? new LinkedHashMap<>() : extra;
        EventFromJson.checkExtra(extra);
    }

    /**
     * A new event of typed attributes, with a random UUID and nothing that caused it.
     *
     * @throws InvalidMessageException if they break a rule or have no JSON form
     */
    public static Event of(TypedEvent typed) {
        return of(typed, UUID.randomUUID().toString(), null, null);
    }

    /**
     * A new event of typed attributes.
     *
     * @param upstreamEventId the event that caused it, or null
     * @param upstreamActionName the action that sends it, or null
     * @throws InvalidMessageException if they break a rule or have no JSON form
     */
    public static Event of(TypedEvent typed, String id, String upstreamEventId, String upstreamActionName) {
        Map<String, Object> attributes = EventToJson.checked(typed);
        return new Event(id, typed.type(), attributes, upstreamEventId, upstreamActionName, null);
    }

    /**
     * The known attributes, typed; an event of a type that is not known is a {@link CustomEvent}.
     *
     * @throws InvalidMessageException at the first known attribute that is wrong, with its JSON pointer in path and text
     */
    public TypedEvent typed() {
        return EventFromJson.typed(type, attributes);
    }

    /**
     * This event with its known attributes as {@code typed} has them. Those that are the same, and all that is not
     * known, stay as they are.
     *
     * @throws InvalidMessageException if {@code typed} is of another type or breaks a rule
     */
    public Event withTyped(TypedEvent typed) {
        Map<String, Object> merged = EventToJson.merged(this, typed);
        return new Event(id, type, merged, upstreamEventId, upstreamActionName, extra);
    }

    /**
     * The canonical JSON text: every attribute and top-level field, known or not (C7.1, C7.2).
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public String toJson() {
        return EventToJson.text(this);
    }

    /** @throws InvalidMessageException at the first thing that is wrong with the text */
    public static Event fromJson(String text) {
        return EventFromJson.event(text);
    }

    /**
     * The protobuf form, {@code toolspan.v1.Event}.
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public byte[] toBytes() {
        return EventBytes.of(this);
    }

    /** @throws InvalidMessageException if the bytes are not of an event */
    public static Event fromBytes(byte[] bytes) {
        return EventBytes.event(bytes);
    }
}
