package dev.toolspan.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Completes the futures that users hold, away from the connection's loop, many in one hop. What hangs on a future may
 * block: then another thread takes the queue over.
 */
final class Completions implements Executor {
    private static final long STALL_MS = 20;

    private final Threads threads;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final AtomicInteger taken = new AtomicInteger();
    private volatile Object owner;
    private volatile int seen;

    Completions(Threads threads) {
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        queue.add(task);
        if (pending.getAndIncrement() == 0) {
            take();
        }
    }

    private void take() {
        Object self = new Object();
        owner = self;
        threads.run(() -> run(self));
    }

    // whoever takes the last one leaves, so that a task that comes while it runs has a thread of its own
    private void run(Object self) {
        Runnable task = queue.poll();
        while (task != null) {
            boolean isLast = pending.decrementAndGet() <= 0;
            if (!isLast) {
                watch();
            }
            taken.getAndIncrement();
            task.run();
            task = isLast || owner != self ? null : queue.poll();
        }
    }

    private void watch() {
        if (!watched.get() && watched.compareAndSet(false, true)) {
            seen = taken.get();
            look();
        }
    }

    private void look() {
        try {
            threads.timer.schedule(this::check, STALL_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            take();
        }
    }

    private void check() {
        int now = taken.get();
        if (pending.get() <= 0) {
            watched.set(false);
            if (pending.get() > 0) {
                watch();
            }
        } else {
            if (now == seen) {
                take();
            }
            seen = now;
            look();
        }
    }
}
