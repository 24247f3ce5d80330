package dev.toolspan.internal;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.toolspan.Fault;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Payload;

/** The arguments of a call in their wire form. */
sealed interface Arguments {
    /** Bytes that one message has beside its arguments. */
    int ROOM = 64 << 10;

    /** Ready to travel; null means none. */
    record Fit(Payload payload) implements Arguments {
    }

    /** Not sent. */
    record Unfit(Fault fault) implements Arguments {
    }

    static Arguments of(String tool, Object args, Limits limits) {
        if (args == null) {
            return new Fit(null);
        }
        if (args instanceof dev.toolspan.Payload payload) {
            return sized(tool, payload.data(), payload.mediaType(), limits);
        }
        // text as a model wrote it: the sidecar reads it, however broken it is (C1.8)
        if (args instanceof CharSequence text) {
            return sized(tool, JsonStrings.utf8(text.toString()), "", limits);
        }
        JsonWriter.Written written = JsonWriter.write(args, JsonFloats.WIRE, limits.getMaxJsonDepth());
        if (written instanceof JsonWriter.Unfit unfit) {
            return new Unfit(Faults.invalidArguments(tool, unfit.problems()));
        }
        return sized(tool, JsonStrings.utf8(((JsonWriter.Json) written).text()), "", limits);
    }

    /** The bytes that the arguments of a request have together. */
    static int bytes(CallRequest request) {
        return request.getArguments().getData().size() + request.getInjected().getData().size();
    }

    private static Arguments sized(String tool, byte[] data, String mediaType, Limits limits) {
        int limit = limits.getMaxMessageBytes();
        if (data.length > limit - ROOM) {
            return new Unfit(Faults.argumentsTooLarge(tool, data.length, limit));
        }
        ByteString bytes = UnsafeByteOperations.unsafeWrap(data);
        return new Fit(Payload.newBuilder().setData(bytes).setMediaType(mediaType).build());
    }
}
