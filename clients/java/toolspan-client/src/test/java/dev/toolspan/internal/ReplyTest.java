package dev.toolspan.internal;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

class ReplyTest {
    private static final Status CUT = Status.UNAVAILABLE.withDescription("Connection reset by peer");

    @Test
    void whatWasSentOverABrokenConnectionIsLost() {
        assertInstanceOf(Reply.Lost.class, Reply.of(CUT, true));
        assertInstanceOf(Reply.NotRun.class, Reply.of(CUT, false));
    }

    @Test
    void whatTheSidecarNeverTookDidNotRun() {
        Status draining = Status.UNAVAILABLE.withDescription("draining: the sidecar is stopping");
        Status above = Status.UNAVAILABLE.withDescription(
                "Abrupt GOAWAY closed sent stream. HTTP/2 error code: NO_ERROR");
        assertInstanceOf(Reply.NotRun.class, Reply.of(draining, true));
        assertInstanceOf(Reply.NotRun.class, Reply.of(above, true));
    }
}
