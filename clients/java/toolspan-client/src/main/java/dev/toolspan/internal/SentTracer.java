package dev.toolspan.internal;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/** Knows whether a call has left this process, which decides whether it may have run (C8.6). */
final class SentTracer extends ClientStreamTracer.Factory {
    private volatile boolean left;

    boolean left() {
        return left;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void outboundHeaders() {
                left = true;
            }
        };
    }
}
