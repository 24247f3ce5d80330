package dev.toolspan;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What one call may carry beside its arguments.
 *
 * @param timeout the budget of the whole call; null means the tool's or the sidecar's limit
 * @param cancel cancels the call and its tool; null means that nobody does
 * @param callId the caller's own id, for events and logs
 * @param specDigest the digest of the spec that the call was planned with; empty means not checked
 * @param invocationKey the journal's key; empty means not journalled
 * @param injected arguments of the caller's own, as those of {@link Toolspan#call(String, Object, CallOptions)}: they win over
 *     the model's and are never recorded; null means none
 * @param onProgress is told what the tool tells of its progress, in order, one update at a time and before the response;
 *     null means that nobody listens
 */
public record CallOptions(
        Duration timeout,
        CancelToken cancel,
        String callId,
        String specDigest,
        String invocationKey,
        Object injected,
        Consumer<Progress> onProgress) {
    private static final CallOptions NONE = new CallOptions(null, null, "", "", "", null, null);

    public CallOptions {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(specDigest, "specDigest");
        Objects.requireNonNull(invocationKey, "invocationKey");
    }

    /** No options. */
    public static CallOptions none() {
        return NONE;
    }

    public CallOptions timeout(Duration budget) {
        return new CallOptions(budget, cancel, callId, specDigest, invocationKey, injected, onProgress);
    }

    public CallOptions cancel(CancelToken token) {
        return new CallOptions(timeout, token, callId, specDigest, invocationKey, injected, onProgress);
    }

    public CallOptions callId(String id) {
        return new CallOptions(timeout, cancel, id, specDigest, invocationKey, injected, onProgress);
    }

    public CallOptions specDigest(String digest) {
        return new CallOptions(timeout, cancel, callId, digest, invocationKey, injected, onProgress);
    }

    public CallOptions invocationKey(String key) {
        return new CallOptions(timeout, cancel, callId, specDigest, key, injected, onProgress);
    }

    public CallOptions injected(Object arguments) {
        return new CallOptions(timeout, cancel, callId, specDigest, invocationKey, arguments, onProgress);
    }

    public CallOptions onProgress(Consumer<Progress> listener) {
        return new CallOptions(timeout, cancel, callId, specDigest, invocationKey, injected, listener);
    }
}
