package dev.toolspan.internal;

import dev.toolspan.CallOptions;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Payload;
import java.time.Duration;

/** The wire form of a call. */
final class WireCall {
    private WireCall() {
    }

    static CallRequest toWire(String name, Payload arguments, Payload injected, CallOptions options) {
        CallRequest.Builder request = CallRequest.newBuilder()
                .setName(JsonStrings.wellFormed(name))
                .setCallId(JsonStrings.wellFormed(options.callId()))
                .setSpecDigest(JsonStrings.wellFormed(options.specDigest()))
                .setInvocationKey(JsonStrings.wellFormed(options.invocationKey()));
        if (arguments != null) {
            request.setArguments(arguments);
        }
        if (injected != null) {
            request.setInjected(injected);
        }
        if (options.timeout() != null) {
            request.setTimeoutMs(milliseconds(options.timeout()));
        }
        return request.build();
    }

    /** Whole milliseconds, rounded up so that a short budget is not none; at most a year. */
    static long milliseconds(Duration timeout) {
        Duration most = Duration.ofDays(365);
        if (timeout.compareTo(most) > 0) {
            return most.toMillis();
        }
        return timeout.isNegative() ? 0 : timeout.plusNanos(999_999).toMillis();
    }
}
