package dev.toolspan.internal;

import com.google.protobuf.ByteString;
import dev.toolspan.Cause;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.Outcome;
import dev.toolspan.Payload;
import dev.toolspan.ToolResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The model form of a response on the wire. */
final class WireResponse {
    private WireResponse() {
    }

    /** What a caller sees of a reply about one call. */
    static ToolResponse fromWire(String tool, dev.toolspan.v1.ToolResponse wire) {
        return Normalise.normalise(tool, outcome(tool, wire), wire.getExecutionTimeMs());
    }

    private static Outcome<ToolResponse> outcome(String tool, dev.toolspan.v1.ToolResponse wire) {
        boolean failed = wire.hasError();
        if (wire.getSuccess() == failed || wire.hasFault() != failed) {
            return new Outcome.Raised<>(Faults.internal(Texts.executeFailed(tool)));
        }
        JsonReader.Read result = value(wire.hasResult() ? wire.getResult() : null);
        if (!failed && result instanceof JsonReader.Bad bad) {
            return new Outcome.Raised<>(Faults.invalidResult(tool, bad.reason()));
        }
        return new Outcome.Returned<>(new ToolResponse(
                result instanceof JsonReader.Value known ? known.value() : null,
                wire.getSuccess(),
                failed ? wire.getError() : null,
                wire.getExecutionTimeMs(),
                tool,
                wire.getBlocksList().stream().map(WireBlock::fromWire).filter(Objects::nonNull).toList(),
                failed ? fault(wire.getFault()) : null));
    }

    private static JsonReader.Read value(dev.toolspan.v1.Payload payload) {
        if (payload == null) {
            return new JsonReader.Value(null);
        }
        byte[] data = payload.getData().toByteArray();
        return switch (payload.getMediaType()) {
            case "" -> JsonReader.read(data);
            case Payload.OCTET_STREAM -> new JsonReader.Value(data);
            default -> new JsonReader.Value(new Payload(data, payload.getMediaType()));
        };
    }

    private static Fault fault(dev.toolspan.v1.Fault wire) {
        List<Cause> causes = wire.getCausesList().stream()
                .map(c -> new Cause(c.getLanguage(), c.getType(), c.getMessage()))
                .toList();
        return new Fault(
                kind(wire.getKind()),
                wire.getMessage(),
                wire.getLanguage(),
                wire.getType(),
                causes,
                object(wire.getDetails()),
                wire.getRetryable());
    }

    /** Details that have no JSON form are the caller's to refuse first; here they are an IllegalArgumentException. */
    static dev.toolspan.v1.Fault toWire(Fault fault) {
        dev.toolspan.v1.Fault.Builder wire = dev.toolspan.v1.Fault.newBuilder()
                .setKind(kind(fault.kind()))
                .setMessage(JsonStrings.wellFormed(fault.message()))
                .setLanguage(fault.language())
                .setType(JsonStrings.wellFormed(fault.type()))
                .setRetryable(fault.retryable());
        fault.causes().forEach(cause -> wire.addCausesBuilder()
                .setLanguage(cause.language())
                .setType(JsonStrings.wellFormed(cause.type()))
                .setMessage(JsonStrings.wellFormed(cause.message())));
        if (!fault.details().isEmpty()) {
            JsonWriter.Written written = JsonWriter.write(fault.details(), JsonFloats.WIRE, JsonReader.MAX_DEPTH);
            if (!(written instanceof JsonWriter.Json json)) {
                throw new IllegalArgumentException("details without a JSON form");
            }
            wire.getDetailsBuilder().setData(ByteString.copyFromUtf8(json.text()));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.FaultKind kind(FaultKind kind) {
        return switch (kind) {
            case TOOL_ERROR -> dev.toolspan.v1.FaultKind.FAULT_KIND_TOOL_ERROR;
            case EXCEPTION -> dev.toolspan.v1.FaultKind.FAULT_KIND_EXCEPTION;
            case UNKNOWN_TOOL -> dev.toolspan.v1.FaultKind.FAULT_KIND_UNKNOWN_TOOL;
            case INVALID_ARGUMENTS -> dev.toolspan.v1.FaultKind.FAULT_KIND_INVALID_ARGUMENTS;
            case INVALID_RESULT -> dev.toolspan.v1.FaultKind.FAULT_KIND_INVALID_RESULT;
            case RESULT_TOO_LARGE -> dev.toolspan.v1.FaultKind.FAULT_KIND_RESULT_TOO_LARGE;
            case TIMEOUT -> dev.toolspan.v1.FaultKind.FAULT_KIND_TIMEOUT;
            case CANCELLED -> dev.toolspan.v1.FaultKind.FAULT_KIND_CANCELLED;
            case HOST_LOST -> dev.toolspan.v1.FaultKind.FAULT_KIND_HOST_LOST;
            case OVERLOADED -> dev.toolspan.v1.FaultKind.FAULT_KIND_OVERLOADED;
            case INTERNAL -> dev.toolspan.v1.FaultKind.FAULT_KIND_INTERNAL;
        };
    }

    private static FaultKind kind(dev.toolspan.v1.FaultKind wire) {
        return switch (wire) {
            case FAULT_KIND_TOOL_ERROR -> FaultKind.TOOL_ERROR;
            case FAULT_KIND_EXCEPTION -> FaultKind.EXCEPTION;
            case FAULT_KIND_UNKNOWN_TOOL -> FaultKind.UNKNOWN_TOOL;
            case FAULT_KIND_INVALID_ARGUMENTS -> FaultKind.INVALID_ARGUMENTS;
            case FAULT_KIND_INVALID_RESULT -> FaultKind.INVALID_RESULT;
            case FAULT_KIND_RESULT_TOO_LARGE -> FaultKind.RESULT_TOO_LARGE;
            case FAULT_KIND_TIMEOUT -> FaultKind.TIMEOUT;
            case FAULT_KIND_CANCELLED -> FaultKind.CANCELLED;
            case FAULT_KIND_HOST_LOST -> FaultKind.HOST_LOST;
            case FAULT_KIND_OVERLOADED -> FaultKind.OVERLOADED;
            // a kind of a newer release is not known here
            case FAULT_KIND_INTERNAL, FAULT_KIND_UNSPECIFIED, UNRECOGNIZED -> FaultKind.INTERNAL;
        };
    }

    /** A JSON object; what is none is empty. The reader makes string keys only. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(dev.toolspan.v1.Payload payload) {
        JsonReader.Read read = JsonReader.read(payload.getData().toByteArray());
        boolean isObject = read instanceof JsonReader.Value known && known.value() instanceof Map;
        return isObject ? (Map<String, Object>) ((JsonReader.Value) read).value() : Map.of();
    }
}
