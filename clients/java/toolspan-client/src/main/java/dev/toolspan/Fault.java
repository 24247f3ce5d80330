package dev.toolspan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One failure, as fields that every language can read.
 *
 * @param kind why
 * @param message the diagnostic text, at most 8 KiB of UTF-8
 * @param language the language whose code raised; empty where no tool code was involved
 * @param type the exception's type name in that language; empty where there is none
 * @param causes the chain of causes, nearest first
 * @param details JSON values by name; reserved: {@code retry_after_ms}, {@code effect} ({@code none} or
 *     {@code unknown}), {@code path}, {@code code}, {@code data}
 * @param retryable whether the same call may be sent again with a chance of success
 */
public record Fault(
        FaultKind kind,
        String message,
        String language,
        String type,
        List<Cause> causes,
        Map<String, Object> details,
        boolean retryable) {
    public Fault {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(language, "language");
        Objects.requireNonNull(type, "type");
        causes = List.copyOf(causes);
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** A fault with no tool code behind it. */
    public static Fault of(FaultKind kind, String message) {
        return of(kind, message, Map.of());
    }

    /** A fault with no tool code behind it, and details. */
    public static Fault of(FaultKind kind, String message, Map<String, Object> details) {
        return new Fault(kind, message, "", "", List.of(), details, false);
    }
}
