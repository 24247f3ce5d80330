package dev.toolspan.internal;

import dev.toolspan.v1.CallRequest;

/**
 * The tool calls that a call stands within (C3.8).
 *
 * @param depth how many; 0 for a call that no tool makes
 * @param traceparent W3C trace context, passed on as it came
 * @param tracestate the same
 */
public record Nesting(int depth, String traceparent, String tracestate) {
    static final Nesting NONE = new Nesting(0, "", "");

    CallRequest within(CallRequest request) {
        return depth == 0
                ? request
                : request.toBuilder()
                        .setDepth(depth)
                        .setTraceparent(traceparent)
                        .setTracestate(tracestate)
                        .build();
    }
}
