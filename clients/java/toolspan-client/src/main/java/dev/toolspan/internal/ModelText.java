package dev.toolspan.internal;

import dev.toolspan.FaultKind;
import dev.toolspan.Payload;
import dev.toolspan.ToolResponse;

/** What a model reads of a response, the same from every runtime (C2.10, C2.11). */
public final class ModelText {
    private ModelText() {
    }

    public static String of(ToolResponse response) {
        return response.success() ? result(response) : failure(response);
    }

    private static String result(ToolResponse response) {
        JsonWriter.Written written = written(response.result());
        return written instanceof JsonWriter.Unfit unfit
                ? Texts.invalidResult(name(response), Problem.list(unfit.problems()))
                : ((JsonWriter.Json) written).text();
    }

    /**
     * What a model reads of a value: text as it is, any other as compact JSON.
     *
     * @throws IllegalArgumentException if it has no JSON form
     */
    public static String ofValue(Object value) {
        JsonWriter.Written written = written(value);
        if (written instanceof JsonWriter.Unfit unfit) {
            throw new IllegalArgumentException(Problem.list(unfit.problems()));
        }
        return ((JsonWriter.Json) written).text();
    }

    private static JsonWriter.Written written(Object value) {
        Object shown = shown(value);
        return JsonScalar.of(shown) instanceof JsonScalar.Text text
                ? new JsonWriter.Json(JsonStrings.wellFormed(text.text().toString()))
                : JsonWriter.write(shown, JsonFloats.MODEL, JsonReader.MAX_DEPTH);
    }

    /** A result in the form that JSON has for it. */
    static Object shown(Object result) {
        return result instanceof byte[] bytes ? JsonParts.media(Payload.OCTET_STREAM, bytes) : result;
    }

    private static String failure(ToolResponse response) {
        FaultKind kind = response.fault().kind();
        return switch (kind) {
            case TOOL_ERROR -> response.error().isEmpty() ? Texts.toolFailed(name(response)) : response.error();
            case EXCEPTION, INTERNAL -> Texts.executeFailed(name(response));
            case UNKNOWN_TOOL, INVALID_ARGUMENTS, INVALID_RESULT, RESULT_TOO_LARGE, TIMEOUT, CANCELLED, HOST_LOST,
                    OVERLOADED -> response.error();
        };
    }

    private static String name(ToolResponse response) {
        return response.toolName() == null ? "" : response.toolName();
    }
}
