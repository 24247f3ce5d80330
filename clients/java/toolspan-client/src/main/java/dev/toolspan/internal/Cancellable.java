package dev.toolspan.internal;

import java.util.concurrent.CompletableFuture;

/** A future whose cancelling ends what it stands for; what is derived from it is plain. */
final class Cancellable<T> extends CompletableFuture<T> {
    private final Runnable onCancel;

    Cancellable(Runnable onCancel) {
        this.onCancel = onCancel;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        if (isCancelled()) {
            onCancel.run();
        }
        return cancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
