package dev.toolspan.event;

import dev.toolspan.ToolResponse;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What became of a tool request; the maps go by call id and are copied.
 *
 * @param requestId the UUID of the request
 * @param responses where an event tells no fault of a failure, it is {@code tool_error} with the failure's text
 * @param success whether each tool did its job
 * @param error the diagnostic text of each failure; null where its writer had none
 * @param externalIds the id that the model's provider gave each call; null where it gave none
 * @param timestamp milliseconds since 1970; null where its writer tells none
 */
public record ToolResponseEvent(
        String requestId,
        Map<String, ToolResponse> responses,
        Map<String, Boolean> success,
        Map<String, String> error,
        Map<String, String> externalIds,
        Long timestamp)
        implements TypedEvent {
    public static final String TYPE = "_tool_response_event";

    public ToolResponseEvent {
        Objects.requireNonNull(requestId, "requestId");
        responses = copy(responses);
        success = copy(success);
        error = copy(error);
        externalIds = copy(externalIds);
    }

    private static <T> Map<String, T> copy(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    @Override
    public String type() {
        return TYPE;
    }
}
