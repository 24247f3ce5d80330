package dev.toolspan.internal;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;

/** The protobuf bytes of messages and results. */
public final class MessageBytes {
    private static final String NO_PROTOBUF = "is not a protobuf message of this type";

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
            return WireMessage.fromWire(dev.toolspan.v1.ChatMessage.parseFrom(bytes));
        } catch (InvalidProtocolBufferException malformed) {
            throw JsonFields.misshapen("", NO_PROTOBUF);
        }
    }

    public static ChatResult result(byte[] bytes) {
        try {
            return WireMessage.fromWire(dev.toolspan.v1.ChatResult.parseFrom(bytes));
        } catch (InvalidProtocolBufferException malformed) {
            throw JsonFields.misshapen("", NO_PROTOBUF);
        }
    }
}
