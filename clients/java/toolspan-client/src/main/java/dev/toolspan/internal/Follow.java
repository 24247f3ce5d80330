package dev.toolspan.internal;

import dev.toolspan.Progress;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Tells one listener the progress of one call, in order and before its end; a slow listener harms only itself. */
final class Follow implements Executor {
    private static final System.Logger LOG = System.getLogger("dev.toolspan");
    private static final int MOST_UNTOLD = 1024;

    private final Threads threads;
    private final Consumer<Progress> listener;
    private final Deque<Progress> untold = new ArrayDeque<>();
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private boolean telling;

    Follow(Threads threads, Consumer<Progress> listener) {
        this.threads = threads;
        this.listener = listener;
    }

    void hear(Progress update) {
        synchronized (untold) {
            if (untold.size() == MOST_UNTOLD) {
                untold.removeFirst();
            }
            untold.addLast(update);
        }
        begin();
    }

    /** Runs a task after what has been heard. */
    @Override
    public void execute(Runnable end) {
        synchronized (untold) {
            ends.addLast(end);
        }
        begin();
    }

    private void begin() {
        synchronized (untold) {
            if (telling) {
                return;
            }
            telling = true;
        }
        threads.run(this::tell);
    }

    private void tell() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private Runnable next() {
        synchronized (untold) {
            Progress update = untold.pollFirst();
            if (update != null) {
                return () -> tell(update);
            }
            Runnable end = ends.pollFirst();
            telling = end != null;
            return end;
        }
    }

    private void tell(Progress update) {
        try {
            listener.accept(update);
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, "A listener to progress failed.", thrown);
        }
    }
}
