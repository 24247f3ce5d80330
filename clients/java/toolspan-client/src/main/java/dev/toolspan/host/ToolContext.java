package dev.toolspan.host;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CancelToken;
import dev.toolspan.ToolResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One invocation as its tool sees it. When the caller cancels or the budget runs out, the thread of the tool is
 * interrupted and {@link #cancelToken} is cancelled; nobody waits for the result any more.
 */
public interface ToolContext {
    /** The bare name of the tool. */
    String toolName();

    /** The caller's own id of the call, or an empty text. */
    String callId();

    /** How many tool calls this one stands within. */
    int depth();

    /** What is left of the budget, never negative; empty where there is none. */
    Optional<Duration> remaining();

    default boolean isCancelled() {
        return cancelToken().isCancelled();
    }

    /** Cancelled with the invocation, when it times out too. */
    CancelToken cancelToken();

    /** Tells the caller how far the tool is; costs nothing where the caller does not listen. */
    default void progress(double fraction) {
        progress(fraction, null);
    }

    /** Tells the caller what the tool is doing. */
    default void progress(String message) {
        progress(null, message);
    }

    /**
     * Tells the caller both. Reports arrive in order, and none after the outcome.
     *
     * @param fraction 0 to 1, or null
     * @param message text for people, or null
     */
    void progress(Double fraction, String message);

    /** A log whose lines begin with the tool and the call. */
    System.Logger logger();

    /** As {@link #call(String, Object, CallOptions)}, without options. */
    default ToolResponse call(String name, Map<String, ?> args) {
        return call(name, args, CallOptions.none());
    }

    /**
     * Calls a tool from within this one. The call ends with this invocation at the latest: it has what is left of the
     * budget, or less where the options say so, and is cancelled when this is.
     */
    ToolResponse call(String name, Object args, CallOptions options);

    /** As {@link #callAsync(String, Object, CallOptions)}, without options. */
    default CompletableFuture<ToolResponse> callAsync(String name, Map<String, ?> args) {
        return callAsync(name, args, CallOptions.none());
    }

    /** As {@link #call(String, Object, CallOptions)}, without waiting. */
    CompletableFuture<ToolResponse> callAsync(String name, Object args, CallOptions options);

    /** Calls tools in parallel, as many at once as the sidecar chooses. */
    default List<ToolResponse> callAll(List<Call> calls) {
        return callAll(calls, 0);
    }

    /** Calls tools from within this one, each as {@link #call(String, Object, CallOptions)} does. */
    List<ToolResponse> callAll(List<Call> calls, int parallelism);
}
