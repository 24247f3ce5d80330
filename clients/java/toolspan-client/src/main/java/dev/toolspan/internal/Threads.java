package dev.toolspan.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one client; daemons all, so that a program that forgets to close it still exits. */
final class Threads implements AutoCloseable {
    /** Only starts things. */
    final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("toolspan-timer"));

    private final ExecutorService work = Executors.newCachedThreadPool(daemons("toolspan-work"));

    Threads() {
        timer.setRemoveOnCancelPolicy(true);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Runs a task on a work thread; here, when the client is closing, since somebody may wait for what it does. */
    void run(Runnable task) {
        try {
            work.execute(task);
        } catch (RejectedExecutionException closing) {
            task.run();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        work.shutdown();
    }
}
