package dev.toolspan.internal;

import dev.toolspan.CannotReachException;
import dev.toolspan.RefusedException;
import dev.toolspan.ToolspanException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How a thread waits for an answer. */
public final class Waiting {
    private Waiting() {
    }

    /** An interrupt runs the action, which completes the future, and stays visible to the caller. */
    public static <T> T until(CompletableFuture<T> future, Runnable onInterrupt) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw here(Ask.unwrapped(failed.getCause()));
        } catch (InterruptedException interrupted) {
            onInterrupt.run();
            try {
                return future.get();
            } catch (ExecutionException failed) {
                throw here(Ask.unwrapped(failed.getCause()));
            } catch (InterruptedException again) {
                throw new ToolspanException("interrupted twice", again);
            } finally {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link #until}; an interrupt is a ToolspanException. */
    static <T> T forAnswer(CompletableFuture<T> future) {
        return until(future, () -> future.completeExceptionally(
                new ToolspanException("interrupted while waiting for the sidecar", null)));
    }

    // the stack of the caller says more than that of the thread that found out
    private static RuntimeException here(Throwable failure) {
        if (failure instanceof CannotReachException) {
            return new CannotReachException(failure.getMessage(), failure);
        }
        if (failure instanceof RefusedException) {
            return new RefusedException(failure.getMessage(), failure);
        }
        return failure instanceof RuntimeException known ? known : new ToolspanException(failure.getMessage(), failure);
    }
}
