package dev.toolspan.internal;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;

/** The protobuf bytes of messages and results. */
public final class MessageBytes {
    private MessageBytes() {
    }

    public static byte[] of(ChatMessage message) {
        return WireMessage.toWire(message, "").toByteArray();
    }

    public static byte[] of(ChatResult result) {
        return WireMessage.toWire(result).toByteArray();
    }

    public static ChatMessage message(byte[] bytes) {
        try {
            byte[] sound = FieldTags.sound(bytes, dev.toolspan.v1.ChatMessage.getDescriptor());
            return WireMessage.fromWire(dev.toolspan.v1.ChatMessage.parseFrom(sound));
        } catch (InvalidProtocolBufferException malformed) {
            throw JsonFields.misshapen("", Texts.NOT_PROTOBUF);
        }
    }

    public static ChatResult result(byte[] bytes) {
        try {
            byte[] sound = FieldTags.sound(bytes, dev.toolspan.v1.ChatResult.getDescriptor());
            return WireMessage.fromWire(dev.toolspan.v1.ChatResult.parseFrom(sound));
        } catch (InvalidProtocolBufferException malformed) {
            throw JsonFields.misshapen("", Texts.NOT_PROTOBUF);
        }
    }
}
