package dev.toolspan;

import java.util.Objects;

/**
 * One call of a batch.
 *
 * @param name a bare or full tool name
 * @param args as in {@link Toolspan#call(String, Object, CallOptions)}
 * @param options what else it carries
 */
public record Call(String name, Object args, CallOptions options) {
    public Call {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(options, "options");
    }

    /** A call without options. */
    public static Call of(String name, Object args) {
        return new Call(name, args, CallOptions.none());
    }

    /** A call with options. */
    public static Call of(String name, Object args, CallOptions options) {
        return new Call(name, args, options);
    }
}
