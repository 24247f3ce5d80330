package dev.toolspan.internal;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.toolspan.Fault;
import dev.toolspan.Payload;
import dev.toolspan.ToolResponse;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The wire form of what a tool of this process returned or raised. */
public final class WireOutcome {
    private WireOutcome() {
    }

    public static Outcome toWire(dev.toolspan.Outcome<ToolResponse> outcome, String tool, Limits limits) {
        if (outcome instanceof dev.toolspan.Outcome.Raised<ToolResponse> raised) {
            return Outcome.newBuilder().setRaised(WireResponse.toWire(Normalise.bounded(raised.fault()))).build();
        }
        ToolResponse said = ((dev.toolspan.Outcome.Returned<ToolResponse>) outcome).value();
        return Outcome.newBuilder().setReturned(response(said, tool, limits)).build();
    }

    private static dev.toolspan.v1.ToolResponse response(ToolResponse said, String tool, Limits limits) {
        List<Problem> problems = new ArrayList<>();
        dev.toolspan.v1.ToolResponse.Builder wire = dev.toolspan.v1.ToolResponse.newBuilder().setSuccess(said.success());
        if (said.success() || said.result() != null) {
            wire.setResult(result(said.result(), limits, problems));
        }
        if (!said.success()) {
            JsonWriter.Written details = JsonWriter.write(said.fault().details(), JsonFloats.WIRE, JsonReader.MAX_DEPTH);
            if (details instanceof JsonWriter.Unfit unfit) {
                problems.addAll(unfit.problems());
            }
        }
        if (!problems.isEmpty()) {
            return failed(Faults.invalidResult(tool, problems));
        }
        if (!said.success()) {
            wire.setError(JsonStrings.cut(said.error(), Normalise.MAX_ERROR_BYTES))
                    .setFault(WireResponse.toWire(Normalise.bounded(said.fault())));
        }
        said.blocks().forEach(block -> wire.addBlocks(WireBlock.toWire(block)));
        int limit = limits.getMaxMessageBytes();
        dev.toolspan.v1.ToolResponse whole = wire.build();
        int bytes = Math.max(whole.getResult().getData().size(), whole.getSerializedSize() - Normalise.MAX_ERROR_BYTES);
        return bytes > limit - Arguments.ROOM ? failed(Faults.resultTooLarge(tool, bytes, limit)) : whole;
    }

    private static dev.toolspan.v1.Payload result(Object value, Limits limits, List<Problem> problems) {
        if (value instanceof Payload payload) {
            return payload(UnsafeByteOperations.unsafeWrap(payload.data()), payload.mediaType());
        }
        if (value instanceof byte[] bytes) {
            return payload(UnsafeByteOperations.unsafeWrap(bytes), Payload.OCTET_STREAM);
        }
        if (value instanceof ByteBuffer buffer) {
            return payload(ByteString.copyFrom(buffer.duplicate()), Payload.OCTET_STREAM);
        }
        JsonWriter.Written written = JsonWriter.write(value, JsonFloats.WIRE, limits.getMaxJsonDepth());
        if (written instanceof JsonWriter.Json json) {
            return payload(UnsafeByteOperations.unsafeWrap(JsonStrings.utf8(json.text())), "");
        }
        problems.addAll(((JsonWriter.Unfit) written).problems());
        return dev.toolspan.v1.Payload.getDefaultInstance();
    }

    private static dev.toolspan.v1.Payload payload(ByteString data, String mediaType) {
        return dev.toolspan.v1.Payload.newBuilder().setData(data).setMediaType(mediaType).build();
    }

    private static dev.toolspan.v1.ToolResponse failed(Fault fault) {
        Fault bounded = Normalise.bounded(fault);
        return dev.toolspan.v1.ToolResponse.newBuilder()
                .setError(bounded.message())
                .setFault(WireResponse.toWire(bounded))
                .build();
    }
}
