package dev.toolspan.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** Lets as many calls through at once as the sidecar announced; the others wait in order (C8.5). */
final class Gate {
    private final Threads threads;
    private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private int free;

    Gate(int most, Threads threads) {
        this.free = most;
        this.threads = threads;
    }

    /** Completes when the caller may go; one who no longer wants to cancels it. */
    CompletableFuture<Void> enter() {
        synchronized (waiting) {
            if (free > 0) {
                free--;
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> turn = new CompletableFuture<>();
            waiting.addLast(turn);
            return turn;
        }
    }

    /** Gives back a turn, or withdraws from the queue. */
    void leave(CompletableFuture<Void> turn) {
        if (turn.cancel(false)) {
            synchronized (waiting) {
                waiting.remove(turn);
            }
            return;
        }
        CompletableFuture<Void> next;
        synchronized (waiting) {
            next = waiting.pollFirst();
            if (next == null) {
                free++;
            }
        }
        if (next != null) {
            threads.run(() -> {
                if (!next.complete(null)) {
                    pass();
                }
            });
        }
    }

    // the next one had gone away just before its turn
    private void pass() {
        leave(CompletableFuture.completedFuture(null));
    }
}
