package dev.toolspan.internal;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One wait for a connection. A poll with back-off makes the channel try again; a change to ready ends it at once. */
final class Connecting {
    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MOST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(640);

    private final Link link;
    private final ManagedChannel channel;
    private final long until;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private long backoff = FIRST_BACKOFF_NANOS;

    Connecting(Link link, ManagedChannel channel, long until) {
        this.link = link;
        this.channel = channel;
        this.until = until;
    }

    CompletableFuture<Void> start() {
        changed();
        later();
        return ready;
    }

    private void changed() {
        ConnectivityState state = channel.getState(true);
        if (state == ConnectivityState.READY) {
            connected();
        } else if (state == ConnectivityState.SHUTDOWN) {
            closed(null);
        } else if (!ready.isDone()) {
            channel.notifyWhenStateChanged(state, this::changed);
        }
    }

    private void poll() {
        ConnectivityState state = channel.getState(true);
        if (ready.isDone()) {
            return;
        }
        if (state == ConnectivityState.READY) {
            connected();
        } else if (until - System.nanoTime() <= 0) {
            link.failWithReason(ready);
        } else {
            if (state == ConnectivityState.TRANSIENT_FAILURE) {
                channel.resetConnectBackoff();
            }
            backoff = Math.min(backoff * 2, MOST_BACKOFF_NANOS);
            later();
        }
    }

    private void later() {
        long left = Math.max(0, until - System.nanoTime());
        try {
            link.threads.timer.schedule(this::poll, Math.min(left, backoff), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            closed(closing);
        }
    }

    private void connected() {
        if (!ready.isDone()) {
            link.introduce();
            link.threads.run(() -> ready.complete(null));
        }
    }

    private void closed(Throwable cause) {
        ready.completeExceptionally(link.cannotReach("the client is closed", cause));
    }
}
