package dev.toolspan.host.internal;

import java.util.ResourceBundle;

/** The host's log, each line beginning with the tool and the call. */
final class ToolLogger implements System.Logger {
    private static final System.Logger LOG = System.getLogger("dev.toolspan.host");

    private final String prefix;
    private volatile boolean endExpected;

    ToolLogger(String tool, String callId) {
        this.prefix = "[" + tool + (callId.isEmpty() ? "" : " " + callId) + "] ";
    }

    /** From now on the tool is told to stop, and what it raises is no news. */
    void expectEnd() {
        endExpected = true;
    }

    void raised(Throwable thrown) {
        log(endExpected ? Level.DEBUG : Level.WARNING, "raised", thrown);
    }

    @Override
    public String getName() {
        return LOG.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return LOG.isLoggable(level);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        LOG.log(level, bundle, prefix + message, thrown);
    }

    // the prefix is no part of the format
    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
        String quoted = prefix.replace("'", "''").replace("{", "'{'");
        boolean isFormat = values != null && values.length > 0;
        LOG.log(level, bundle, isFormat ? quoted + format : prefix + format, values);
    }
}
