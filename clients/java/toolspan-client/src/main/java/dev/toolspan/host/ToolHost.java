package dev.toolspan.host;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Tools that are being offered. When the connection is lost they are offered again, for as long as this is open. */
public interface ToolHost extends AutoCloseable {
    /** Full names of the tools that can be called now, in order. */
    List<String> tools();

    /** Full names that the sidecar does not take, with its reasons. */
    Map<String, String> refused();

    /**
     * Completes when nothing is offered any more: after {@link #close}, and in a process that the sidecar started also
     * when that has gone or said that it stops.
     */
    CompletableFuture<Void> ended();

    /** Takes no new invocations, waits for those under way as long as the grace time, and stops offering. */
    @Override
    void close();
}
