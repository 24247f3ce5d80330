package dev.toolspan.internal;

import dev.toolspan.Cause;
import dev.toolspan.ContentBlock;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.ToolResponse;
import java.util.List;

/** The responses that a tool response event holds. */
final class EventResponse {
    private EventResponse() {
    }

    /** A response; a failure that tells no fault is the tool's own error. */
    static ToolResponse of(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path);
        boolean success = JsonFields.flagAt(fields.required("success"), fields.at("success"));
        String error = fields.optionalString("error");
        long executionTimeMs = EventFields.count(fields, "execution_time_ms");
        String toolName = fields.optionalString("tool_name");
        List<ContentBlock> blocks = EventFields.optionalItems(
                fields, "blocks", (one, at) -> (ContentBlock) MessageFromJson.block(one, at, MessageFromJson.CONTENT));
        Fault told = fields.get("fault") == null ? null : fault(fields.get("fault"), fields.at("fault"));
        if (success != (error == null) || (success && told != null)) {
            throw new InvalidMessageException(path, Texts.EVENT_RESPONSE_DISAGREES);
        }
        Fault fault = success || told != null ? told : Fault.of(FaultKind.TOOL_ERROR, error);
        return new ToolResponse(fields.get("result"), success, error, executionTimeMs, toolName, blocks, fault);
    }

    private static Fault fault(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path);
        return new Fault(
                FaultKind.of(fields.string("kind")),
                fields.string("message"),
                orEmpty(fields.optionalString("language")),
                orEmpty(fields.optionalString("type")),
                EventFields.optionalItems(fields, "causes", EventResponse::cause),
                fields.map("details"),
                fields.get("retryable") != null && fields.flag("retryable", false));
    }

    private static Cause cause(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path);
        return new Cause(fields.string("language"), fields.string("type"), fields.string("message"));
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
