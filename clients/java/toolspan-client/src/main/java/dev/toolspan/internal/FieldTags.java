package dev.toolspan.internal;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * The tags of protobuf bytes. A tag has 32 bits; the generated reader drops what is above them and takes the rest for
 * another field, which other languages refuse.
 */
final class FieldTags {
    private FieldTags() {
    }

    /** Throws where a tag of the message, or of one inside it, has more bits. */
    static void check(byte[] bytes, Descriptor type) throws InvalidProtocolBufferException {
        try {
            walk(CodedInputStream.newInstance(bytes), type);
        } catch (InvalidProtocolBufferException malformed) {
            throw malformed;
        } catch (IOException impossible) {
            throw new InvalidProtocolBufferException(impossible);
        }
    }

    private static void walk(CodedInputStream in, Descriptor type) throws IOException {
        while (!in.isAtEnd()) {
            long tag = in.readRawVarint64();
            if (tag >>> 32 != 0) {
                throw new InvalidProtocolBufferException("a tag of more than 32 bits");
            }
            int number = (int) tag >>> 3;
            switch ((int) tag & 7) {
                case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
                case WireFormat.WIRETYPE_FIXED64 -> in.skipRawBytes(8);
                case WireFormat.WIRETYPE_FIXED32 -> in.skipRawBytes(4);
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> nested(in, type == null ? null : type.findFieldByNumber(number));
                // groups are of fields that nobody knows; their own reader judges them
                default -> {
                    return;
                }
            }
        }
    }

    private static void nested(CodedInputStream in, FieldDescriptor field) throws IOException {
        int length = in.readRawVarint32();
        if (field == null || field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
            in.skipRawBytes(length);
            return;
        }
        int before = in.pushLimit(length);
        walk(in, field.getMessageType());
        in.skipRawBytes(Math.max(0, in.getBytesUntilLimit()));
        in.popLimit(before);
    }
}
