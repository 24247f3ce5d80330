package dev.toolspan;

import dev.toolspan.internal.Session;
import dev.toolspan.internal.Waiting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A call that is followed: its progress in order, then its response. One thread reads it. Closing it early cancels the
 * call; progress that nobody reads is dropped from its oldest on, beyond {@value #MOST_UNREAD} updates.
 */
public final class CallStream implements Iterator<Progress>, Iterable<Progress>, AutoCloseable {
    static final int MOST_UNREAD = 1024;

    private final Deque<Progress> unread = new ArrayDeque<>();
    private Session.Started call;

    CallStream() {
    }

    CallStream follow(Session.Started started) {
        call = started;
        call.response().whenComplete((response, failure) -> {
            synchronized (unread) {
                unread.notifyAll();
            }
        });
        return this;
    }

    void hear(Progress update) {
        synchronized (unread) {
            if (unread.size() == MOST_UNREAD) {
                unread.removeFirst();
            }
            unread.addLast(update);
            unread.notifyAll();
        }
    }

    /** Waits for the next update; false when the response is there. An interrupt cancels the call, and stays visible. */
    @Override
    public boolean hasNext() {
        boolean interrupted = false;
        synchronized (unread) {
            while (unread.isEmpty() && !call.response().isDone()) {
                try {
                    unread.wait();
                } catch (InterruptedException stop) {
                    interrupted = true;
                    call.cancel().run();
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return !unread.isEmpty();
        }
    }

    @Override
    public Progress next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        synchronized (unread) {
            return unread.removeFirst();
        }
    }

    /** The same updates, for a loop. */
    @Override
    public Iterator<Progress> iterator() {
        return this;
    }

    /** Waits for the response, and throws what {@link Toolspan#call(String, Object, CallOptions)} would. */
    public ToolResponse response() {
        return Waiting.until(call.response(), call.cancel());
    }

    /** Cancels the call unless it has ended. */
    @Override
    public void close() {
        call.cancel().run();
    }
}
