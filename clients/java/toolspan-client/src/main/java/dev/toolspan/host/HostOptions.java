package dev.toolspan.host;

import java.time.Duration;
import java.util.Objects;

/**
 * How tools are offered.
 *
 * @param source who offers them, 1 to 128 of {@code A-Z a-z 0-9 _ -}: the full names are {@code source.name}; null means
 *     the simple name of each class of tools
 * @param maxInFlight the most invocations that run at once; nested ones are not counted
 * @param grace the most time that closing waits for invocations under way
 */
public record HostOptions(String source, int maxInFlight, Duration grace) {
    private static final HostOptions DEFAULTS = new HostOptions(null, 64, Duration.ofSeconds(8));

    public HostOptions {
        Objects.requireNonNull(grace, "grace");
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("max in flight must be positive");
        }
    }

    /** 64 invocations at once, and eight seconds. */
    public static HostOptions defaults() {
        return DEFAULTS;
    }

    /** The defaults for one source. */
    public static HostOptions of(String source) {
        return DEFAULTS.source(source);
    }

    public HostOptions source(String name) {
        return new HostOptions(name, maxInFlight, grace);
    }

    public HostOptions maxInFlight(int most) {
        return new HostOptions(source, most, grace);
    }

    public HostOptions grace(Duration most) {
        return new HostOptions(source, maxInFlight, most);
    }
}
