package dev.toolspan;

import java.util.Objects;

/**
 * Whether an invocation returned a {@code T} or raised. It knows nothing of tools: a returned {@link ToolResponse} may
 * itself be a failed one.
 */
public sealed interface Outcome<T> {
    /** The invocation returned. */
    record Returned<T>(T value) implements Outcome<T> {
    }

    /** The invocation raised. */
    record Raised<T>(Fault fault) implements Outcome<T> {
        public Raised {
            Objects.requireNonNull(fault, "fault");
        }
    }
}
