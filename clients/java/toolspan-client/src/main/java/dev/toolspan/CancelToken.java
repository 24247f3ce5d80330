package dev.toolspan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Cancels the calls that were given it, once and for all. Safe from any thread. */
public final class CancelToken {
    private final Set<Runnable> listeners = new LinkedHashSet<>();
    private boolean cancelled;

    /** Cancels; a second time does nothing. */
    public void cancel() {
        List<Runnable> told;
        synchronized (listeners) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(Runnable::run);
    }

    public boolean isCancelled() {
        synchronized (listeners) {
            return cancelled;
        }
    }

    /** Runs an action when this token is cancelled, at once if it is already; closing the handle withdraws it. */
    public Registration onCancel(Runnable action) {
        // two equal method references are two listeners
        Runnable own = () -> action.run();
        synchronized (listeners) {
            if (!cancelled) {
                listeners.add(own);
                return () -> {
                    synchronized (listeners) {
                        listeners.remove(own);
                    }
                };
            }
        }
        own.run();
        return () -> {
        };
    }

    /** What {@link #onCancel} hands back. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
