package dev.toolspan.internal;

import dev.toolspan.CallOptions;
import dev.toolspan.Fault;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Payload;

/** A call that is ready to travel, or the answer that it has without leaving this process (C1.4, C8.5). */
sealed interface Prepared {
    /** Ready to travel. */
    record Ready(CallRequest request) implements Prepared {
    }

    /** Settled here. */
    record Settled(Fault fault) implements Prepared {
    }

    static Prepared of(String tool, Object args, CallOptions options, Limits limits) {
        if (options.cancel() != null && options.cancel().isCancelled()) {
            return new Settled(Faults.cancelled(tool));
        }
        if (options.timeout() != null && WireCall.milliseconds(options.timeout()) == 0) {
            return new Settled(Faults.timeout(tool, 0));
        }
        Arguments arguments = Arguments.of(tool, args, limits);
        if (arguments instanceof Arguments.Unfit unfit) {
            return new Settled(unfit.fault());
        }
        Arguments injected = Arguments.of(tool, options.injected(), limits);
        if (injected instanceof Arguments.Unfit unfit) {
            return new Settled(unfit.fault());
        }
        Payload own = ((Arguments.Fit) injected).payload();
        CallRequest request = WireCall.toWire(tool, ((Arguments.Fit) arguments).payload(), own, options);
        int bytes = Arguments.bytes(request);
        int limit = limits.getMaxMessageBytes();
        return bytes > limit - Arguments.ROOM
                ? new Settled(Faults.argumentsTooLarge(tool, bytes, limit))
                : new Ready(request);
    }
}
