package dev.toolspan.internal;

import dev.toolspan.CancelToken;
import dev.toolspan.Fault;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import dev.toolspan.v1.CallRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One call of a batch; the first final answer stands (C2.8). */
final class BatchSlot {
    final String tool;
    final CallRequest request;
    private final long started = System.nanoTime();
    private final CompletableFuture<ToolResponse> response = new CompletableFuture<>();

    /** The request is null where the call is settled before it could be sent. */
    BatchSlot(String tool, CallRequest request) {
        this.tool = tool;
        this.request = request;
    }

    CompletableFuture<ToolResponse> response() {
        return response;
    }

    boolean isPending() {
        return !response.isDone();
    }

    void answer(dev.toolspan.v1.ToolResponse wire) {
        if (isPending()) {
            response.complete(WireResponse.fromWire(tool, wire));
        }
    }

    void settle(Fault fault) {
        long elapsedMs = request == null ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        response.complete(Normalise.normalise(tool, new Outcome.Raised<>(fault), elapsedMs));
    }

    /** Lets a token end this slot; the action tells the sidecar, which it can only while the slot is open. */
    void cancelledBy(CancelToken token, Runnable action) {
        CancelToken.Registration registration = token.onCancel(() -> {
            if (isPending()) {
                action.run();
                settle(Faults.cancelled(tool));
            }
        });
        response.whenComplete((value, failure) -> registration.close());
    }
}
