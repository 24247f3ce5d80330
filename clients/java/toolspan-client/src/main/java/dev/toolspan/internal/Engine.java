package dev.toolspan.internal;

import dev.toolspan.v1.CallRequest;
import java.util.concurrent.CompletableFuture;

/** How one call travels over a connected link. What follows when it does not arrive, {@link CallRun} decides. */
interface Engine {
    /** Sends a call; the deadline is a moment of {@link System#nanoTime}. */
    Sending send(CallRequest request, long deadline);

    /** One call under way. */
    interface Sending {
        /** Never completes exceptionally. */
        CompletableFuture<Reply> reply();

        /** Tells the sidecar that nobody wants the answer. */
        void cancel();
    }
}
