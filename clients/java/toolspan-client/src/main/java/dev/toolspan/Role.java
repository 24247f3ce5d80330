package dev.toolspan;

import java.util.Locale;

/** Who speaks. */
public enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL;

    /** The word in JSON, such as {@code assistant}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
