package dev.toolspan.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Hands things from any thread to one executor, without locks: whatever has come by then in one go. */
final class Arrivals<T> {
    private final Queue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wanted = new AtomicInteger();
    private final Executor executor;
    private final Consumer<T> each;
    private final Runnable after;

    /** The second action follows when each of what has come was heeded. */
    Arrivals(Executor executor, Consumer<T> each, Runnable after) {
        this.executor = executor;
        this.each = each;
        this.after = after;
    }

    void add(T thing) {
        queue.add(thing);
        if (wanted.getAndIncrement() == 0) {
            executor.execute(this::drain);
        }
    }

    private void drain() {
        int seen = wanted.get();
        do {
            for (T thing = queue.poll(); thing != null; thing = queue.poll()) {
                each.accept(thing);
            }
            after.run();
            seen = wanted.addAndGet(-seen);
        } while (seen != 0);
    }
}
