package dev.toolspan;

import java.util.Locale;

/** Flink Agents' own tool types. */
public enum ToolType {
    MODEL_BUILT_IN,
    FUNCTION,
    REMOTE_FUNCTION,
    MCP;

    /** The word in JSON and in the other languages, such as {@code remote_function}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
