package dev.toolspan.event;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * How an execution goes; null is what its writer does not tell.
 *
 * @param status how; each has a type of its own
 * @param entityType such as {@code action}, {@code llm}, {@code parser}, {@code tool}
 * @param entityName what runs
 * @param entityMetadata a map of its writer's; shared and not copied
 * @param problemCategory such as {@code tool_call_failed}
 * @param errorType the name of the exception
 * @param errorMessage its text
 */
public record ExecutionEvent(
        Status status,
        String entityType,
        String entityName,
        Map<String, Object> entityMetadata,
        String problemCategory,
        String errorType,
        String errorMessage)
        implements TypedEvent {
    /** How an execution goes. */
    public enum Status {
        STARTED("_execution_started_event"),
        SUCCESS("_execution_finished_event"),
        FAILED("_execution_failed_event"),
        REUSED("_execution_reused_event");

        private final String type;

        Status(String type) {
            this.type = type;
        }

        /** The word of this status in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The type of the events that say so. */
        public String type() {
            return type;
        }
    }

    public ExecutionEvent {
        Objects.requireNonNull(status, "status");
    }

    @Override
    public String type() {
        return status.type();
    }
}
