package dev.toolspan;

import java.util.Locale;

/** Why a call did not succeed. The set is closed. */
public enum FaultKind {
    /** The tool said that it failed. */
    TOOL_ERROR,
    /** The tool's code raised. */
    EXCEPTION,
    /** No tool has that name, or several do. */
    UNKNOWN_TOOL,
    /** The arguments are not what the tool takes; it did not run. */
    INVALID_ARGUMENTS,
    /** The tool returned what cannot cross or is not what its output schema says. */
    INVALID_RESULT,
    /** The result is larger than one message may be. */
    RESULT_TOO_LARGE,
    /** The time budget ran out. */
    TIMEOUT,
    /** The caller cancelled. */
    CANCELLED,
    /** The process that ran the tool was lost, or the connection to it. */
    HOST_LOST,
    /** A limit on calls in flight or in a queue was reached. */
    OVERLOADED,
    /** Toolspan's own fault. */
    INTERNAL;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The word of this kind in JSON and in the other languages, such as {@code tool_error}. */
    public String word() {
        return word;
    }

    /** The kind of a word; a word of a newer release is {@link #INTERNAL}. */
    public static FaultKind of(String word) {
        for (FaultKind kind : values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return INTERNAL;
    }

    @Override
    public String toString() {
        return word;
    }
}
