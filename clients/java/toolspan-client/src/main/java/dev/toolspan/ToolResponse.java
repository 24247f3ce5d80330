package dev.toolspan;

import dev.toolspan.internal.ModelText;
import dev.toolspan.internal.ResponseJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Whether a tool did its job. A result is null, {@code Boolean}, {@code String}, {@code Integer}, {@code Long},
 * {@code BigInteger}, {@code Double}, a {@code List} or a {@code Map} of those, {@code byte[]}, or a {@link Payload} of
 * any other media type.
 *
 * @param result what it returned; null for a void tool, and where a failure carries none
 * @param success true exactly when {@code error} is null
 * @param error the diagnostic text of a failure, at most 8 KiB of UTF-8; may be empty
 * @param executionTimeMs milliseconds around the tool itself
 * @param toolName the name as called
 * @param blocks what the model reads, where the tool says it in content of its own
 * @param fault present exactly on failure
 */
public record ToolResponse(
        Object result,
        boolean success,
        String error,
        long executionTimeMs,
        String toolName,
        List<ContentBlock> blocks,
        Fault fault) {
    public ToolResponse {
        blocks = List.copyOf(blocks);
        if (success != (error == null) || success != (fault == null)) {
            throw new IllegalArgumentException("a response has an error and a fault exactly when it is a failure");
        }
    }

    /** The tool did its job. */
    public static ToolResponse success(Object result) {
        return success(result, List.of());
    }

    /** The tool did its job, and says in content of its own what the model reads. */
    public static ToolResponse success(Object result, List<? extends ContentBlock> blocks) {
        return new ToolResponse(result, true, null, 0, null, List.copyOf(blocks), null);
    }

    /** The tool did not do its job. The text may be empty. */
    public static ToolResponse error(String error) {
        return error(error, null, List.of(), Map.of(), false);
    }

    /** The tool did not do its job, with all that it has to say about it. */
    public static ToolResponse error(
            String error,
            Object result,
            List<? extends ContentBlock> blocks,
            Map<String, Object> details,
            boolean retryable) {
        Objects.requireNonNull(error, "error");
        Fault fault = new Fault(FaultKind.TOOL_ERROR, error, "", "", List.of(), details, retryable);
        return new ToolResponse(result, false, error, 0, null, List.copyOf(blocks), fault);
    }

    /** What a model reads of this response, the same from every runtime. */
    public String modelText() {
        return ModelText.of(this);
    }

    /**
     * What a model reads of this response as a block of a TOOL message: a failure's text, the tool's own blocks, or
     * the result's text (C5.4).
     *
     * @param callId the id of the {@link ToolCallBlock} that this answers
     */
    public ToolResultBlock toResultBlock(String callId) {
        boolean own = success && !blocks.isEmpty();
        return new ToolResultBlock(callId, own ? blocks : List.of(new TextBlock(modelText())), !success, null);
    }

    /**
     * The canonical JSON text of this response.
     *
     * @throws IllegalArgumentException if the result holds a value that JSON has no form for
     */
    public String toJson() {
        return ResponseJson.write(this);
    }

    /**
     * Reads what {@link #toJson} wrote. A medium as result stays the map that it is in JSON.
     *
     * @throws IllegalArgumentException if the text is not a ToolResponse
     */
    public static ToolResponse fromJson(String text) {
        return ResponseJson.read(text);
    }
}
