package dev.toolspan.internal;

import dev.toolspan.ToolResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One batch from its calls to their responses, in call order (C2.8). */
interface Batch {
    CompletableFuture<List<ToolResponse>> start();

    /** Ends every slot that is still open as cancelled. */
    void cancel();
}
