package dev.toolspan.host.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of tools. A nested invocation always gets one, since an ancestor may hold the place (C3.8). */
final class Workers {
    private final ExecutorService threads;
    private final Deque<Invocation> waiting = new ArrayDeque<>();
    private int free;

    Workers(int most) {
        this.free = most;
        AtomicInteger count = new AtomicInteger();
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "toolspan-tool-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Runs an invocation, now or in its turn. */
    void start(Invocation invocation) {
        if (!invocation.isNested()) {
            synchronized (waiting) {
                if (free == 0) {
                    waiting.addLast(invocation);
                    return;
                }
                free--;
            }
        }
        run(invocation);
    }

    /** Takes an invocation out of the queue; false where it is not there. */
    boolean withdraw(Invocation invocation) {
        synchronized (waiting) {
            return waiting.remove(invocation);
        }
    }

    private void run(Invocation invocation) {
        try {
            threads.execute(invocation::run);
        } catch (OutOfMemoryError noThread) {
            invocation.refuse(noThread);
        }
    }

    /** An invocation that was started has its outcome. */
    void done(Invocation invocation) {
        if (invocation.isNested()) {
            return;
        }
        Invocation next;
        synchronized (waiting) {
            next = waiting.pollFirst();
            if (next == null) {
                free++;
            }
        }
        if (next != null) {
            run(next);
        }
    }

    void run(Runnable task) {
        threads.execute(task);
    }
}
