package dev.toolspan.host.internal;

import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.internal.JsonReader;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One tool, ready to be offered.
 *
 * @param timeoutMs 0 means the sidecar's limit
 * @param inputs how arguments are read
 * @param body what it does
 */
record Definition(
        String name,
        String description,
        String inputSchema,
        String injectedSchema,
        String outputSchema,
        long timeoutMs,
        boolean idempotent,
        Inputs inputs,
        Body body)
        implements HostTool {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Pattern SOURCE = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    /**
     * @param exact whether floats are read with every digit
     * @param read makes of a JSON object what the body takes
     */
    record Inputs(boolean exact, Reading read) {
        JsonReader.Read json(byte[] utf8) {
            return exact ? JsonReader.readExact(utf8) : JsonReader.read(utf8);
        }
    }

    @FunctionalInterface
    interface Reading {
        Object of(Map<?, ?> json, Place place);
    }

    @FunctionalInterface
    interface Body {
        Object run(Object arguments, ToolContext context) throws Throwable;
    }

    Definition {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is no tool name: use 1 to 128 of A-Z a-z 0-9 _ . and -");
        }
        if (timeoutMs < 0) {
            throw new IllegalArgumentException("the timeout of tool " + name + " is negative");
        }
    }

    static String source(String name) {
        if (!SOURCE.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is no source name: use 1 to 128 of A-Z a-z 0-9 _ and -");
        }
        return name;
    }
}
