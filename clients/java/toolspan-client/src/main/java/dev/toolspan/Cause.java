package dev.toolspan;

import java.util.Objects;

/**
 * One link of a cause chain.
 *
 * @param language the language whose code raised, such as {@code typescript}
 * @param type the exception's type name in that language
 * @param message its message
 */
public record Cause(String language, String type, String message) {
    public Cause {
        Objects.requireNonNull(language, "language");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(message, "message");
    }
}
