package dev.toolspan.internal;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.toolspan.event.Event;
import dev.toolspan.v1.Payload;
import java.util.LinkedHashMap;
import java.util.Map;

/** The protobuf bytes of events; attributes and unknown fields travel as JSON text (decision 0012). */
public final class EventBytes {
    private EventBytes() {
    }

    public static byte[] of(Event event) {
        dev.toolspan.v1.Event.Builder wire = dev.toolspan.v1.Event.newBuilder()
                .setId(JsonStrings.wellFormed(event.id()))
                .setType(JsonStrings.wellFormed(event.type()));
        if (!event.attributes().isEmpty()) {
            wire.setAttributes(WireMessage.payload(event.attributes(), "/attributes"));
        }
        if (event.upstreamEventId() != null) {
            wire.setUpstreamEventId(JsonStrings.wellFormed(event.upstreamEventId()));
        }
        if (event.upstreamActionName() != null) {
            wire.setUpstreamActionName(JsonStrings.wellFormed(event.upstreamActionName()));
        }
        if (!event.extra().isEmpty()) {
            wire.setExtra(WireMessage.payload(event.extra(), "/extra"));
        }
        return wire.build().toByteArray();
    }

    public static Event event(byte[] bytes) {
        try {
            byte[] sound = FieldTags.sound(bytes, dev.toolspan.v1.Event.getDescriptor());
            dev.toolspan.v1.Event wire = dev.toolspan.v1.Event.parseFrom(sound);
            return new Event(
                    wire.getId(),
                    wire.getType(),
                    map("attributes", wire.getAttributes()),
                    wire.hasUpstreamEventId() ? wire.getUpstreamEventId() : null,
                    wire.hasUpstreamActionName() ? wire.getUpstreamActionName() : null,
                    map("extra", wire.getExtra()));
        } catch (InvalidProtocolBufferException malformed) {
            throw JsonFields.misshapen("", Texts.NOT_PROTOBUF);
        }
    }

    private static Map<String, Object> map(String name, Payload payload) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(name, payload);
        return JsonFields.of(members, "").map(name);
    }
}
