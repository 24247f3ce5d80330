package dev.toolspan.internal;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that the generated reader takes for what protobuf says they are. A tag has 32 bits; that reader drops what is
 * above them and takes the rest for another field. Of two kinds of one block the last stands; that reader gives it what
 * an earlier block of its kind held (row messages/wire-kinds-in-turn).
 */
final class FieldTags {
    private static final int MOST_DEPTH = 100;
    private static final int NO_GROUP = 0;

    private boolean severalKinds;

    private FieldTags() {
    }

    /** The bytes to read; throws where they are no fields from their first to their last. */
    static byte[] sound(byte[] bytes, Descriptor type) throws InvalidProtocolBufferException {
        try {
            FieldTags tags = new FieldTags();
            tags.walk(CodedInputStream.newInstance(bytes), type, NO_GROUP, 0);
            return tags.severalKinds ? lastKinds(bytes, type) : bytes;
        } catch (InvalidProtocolBufferException malformed) {
            throw malformed;
        } catch (IOException impossible) {
            throw new InvalidProtocolBufferException(impossible);
        }
    }

    private void walk(CodedInputStream in, Descriptor type, int group, int depth) throws IOException {
        if (depth > MOST_DEPTH) {
            throw new InvalidProtocolBufferException("too deep");
        }
        FieldDescriptor kind = null;
        while (!in.isAtEnd()) {
            long tag = in.readRawVarint64();
            int number = (int) tag >>> 3;
            if (tag >>> 32 != 0 || number == 0) {
                throw new InvalidProtocolBufferException("a tag that no field has");
            }
            switch ((int) tag & 7) {
                case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
                case WireFormat.WIRETYPE_FIXED64 -> in.skipRawBytes(8);
                case WireFormat.WIRETYPE_FIXED32 -> in.skipRawBytes(4);
                case WireFormat.WIRETYPE_START_GROUP -> walk(in, null, number, depth + 1);
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
                    FieldDescriptor field = messageField(type, number);
                    if (field != null && field.getRealContainingOneof() != null) {
                        severalKinds |= kind != null && kind != field;
                        kind = field;
                    }
                    nested(in, field, depth);
                }
                case WireFormat.WIRETYPE_END_GROUP -> {
                    if (number != group) {
                        throw new InvalidProtocolBufferException("the end of a group that did not begin");
                    }
                    return;
                }
                default -> throw new InvalidProtocolBufferException("a type of field that there is not");
            }
        }
        if (group != NO_GROUP) {
            throw new InvalidProtocolBufferException("a group without end");
        }
    }

    private void nested(CodedInputStream in, FieldDescriptor field, int depth) throws IOException {
        int length = in.readRawVarint32();
        if (field == null) {
            in.skipRawBytes(length);
            return;
        }
        int before = in.pushLimit(length);
        walk(in, field.getMessageType(), NO_GROUP, depth + 1);
        in.popLimit(before);
    }

    private static FieldDescriptor messageField(Descriptor type, int number) {
        FieldDescriptor field = type == null ? null : type.findFieldByNumber(number);
        return field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? field : null;
    }

    private record Piece(FieldDescriptor kind, byte[] bytes) {
    }

    // The same fields without kinds of a block that another kind follows.
    private static byte[] lastKinds(byte[] bytes, Descriptor type) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        while (!in.isAtEnd()) {
            int start = in.getTotalBytesRead();
            int tag = in.readTag();
            FieldDescriptor field = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED
                    ? messageField(type, WireFormat.getTagFieldNumber(tag)) : null;
            if (field == null) {
                in.skipField(tag);
                pieces.add(new Piece(null, Arrays.copyOfRange(bytes, start, in.getTotalBytesRead())));
                continue;
            }
            FieldDescriptor kind = field.getRealContainingOneof() == null ? null : field;
            if (kind != null) {
                pieces.removeIf(piece -> piece.kind() != null && piece.kind() != kind);
            }
            byte[] inside = lastKinds(in.readByteArray(), field.getMessageType());
            pieces.add(new Piece(kind, written(field.getNumber(), inside)));
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (Piece piece : pieces) {
            whole.writeBytes(piece.bytes());
        }
        return whole.toByteArray();
    }

    private static byte[] written(int number, byte[] inside) throws IOException {
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(field);
        out.writeByteArray(number, inside);
        out.flush();
        return field.toByteArray();
    }
}
