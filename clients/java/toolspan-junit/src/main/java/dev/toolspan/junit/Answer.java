package dev.toolspan.junit;

import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.ToolResponse;
import dev.toolspan.internal.Texts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a canned tool does at one call. Made by {@link #succeeds}, {@link #fails} and {@link #raises}.
 *
 * @param value the result; a {@link ToolResponse} says all by itself, an exception without a kind is thrown
 * @param kind why it failed; null where it did not
 * @param message the text of the failure; null means the text that the sidecar gives its kind
 * @param details of the fault; null means those that the sidecar gives its kind
 * @param retryable of the fault
 * @param after how long the tool takes
 */
public record Answer(
        Object value, FaultKind kind, String message, Map<String, Object> details, boolean retryable, Duration after) {
    public Answer {
        Objects.requireNonNull(after, "after");
        details = details == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** A success, whatever its result looks like. */
    public static Answer succeeds(Object result) {
        return new Answer(result, null, null, null, false, Duration.ZERO);
    }

    /** The tool says that it failed. */
    public static Answer fails(String message) {
        return new Answer(null, FaultKind.TOOL_ERROR, message, null, false, Duration.ZERO);
    }

    /** A failure of any kind, with its own text. */
    public static Answer fails(FaultKind kind) {
        return fails(kind, null);
    }

    /** A failure of any kind. */
    public static Answer fails(FaultKind kind, String message) {
        return new Answer(null, Objects.requireNonNull(kind, "kind"), message, null, false, Duration.ZERO);
    }

    /** An exception of the tool, with its type and causes. */
    public static Answer raises(Throwable exception) {
        return succeeds(Objects.requireNonNull(exception, "exception"));
    }

    /** The same, so much later. */
    public Answer after(Duration time) {
        return new Answer(value, kind, message, details, retryable, time);
    }

    /** The same failure, with a result. */
    public Answer result(Object result) {
        return new Answer(result, kind, message, details, retryable, after);
    }

    /** The same failure, with these details of its fault. */
    public Answer details(Map<String, Object> all) {
        return new Answer(value, kind, message, all, retryable, after);
    }

    /** The same failure, which may pass when the call is made again. */
    public Answer asRetryable() {
        return new Answer(value, kind, message, details, true, after);
    }

    static Answer of(Object given) {
        return given instanceof Answer answer ? answer : succeeds(given);
    }

    /** What the tool of that name returns, or throws. */
    Object give(String tool) throws Exception {
        if (kind == null) {
            if (value instanceof Error error) {
                throw error;
            }
            if (value instanceof Exception exception) {
                throw exception;
            }
            return value;
        }
        String text = message == null ? text(tool) : message;
        Fault fault = new Fault(kind, text, "", "", List.of(), details == null ? ownDetails() : details, retryable);
        return new ToolResponse(value, false, text, 0, null, List.of(), fault);
    }

    private String text(String tool) {
        return switch (kind) {
            case TOOL_ERROR -> Texts.toolFailed(tool);
            case EXCEPTION, INTERNAL -> Texts.executeFailed(tool);
            case UNKNOWN_TOOL -> Texts.unknownTool(tool);
            case INVALID_ARGUMENTS -> Texts.invalidArguments(tool, "they are refused");
            case INVALID_RESULT -> Texts.invalidResult(tool, "it is refused");
            case RESULT_TOO_LARGE -> Texts.resultTooLarge(tool, 33_554_433, "32 MiB");
            case TIMEOUT -> Texts.timeout(tool, after.toMillis());
            case CANCELLED -> Texts.cancelled(tool);
            case HOST_LOST -> Texts.hostLost(tool);
            case OVERLOADED -> Texts.overloaded(tool);
        };
    }

    private Map<String, Object> ownDetails() {
        return switch (kind) {
            case HOST_LOST -> Map.of("effect", "unknown");
            case OVERLOADED -> Map.of("effect", "none");
            default -> Map.of();
        };
    }
}
