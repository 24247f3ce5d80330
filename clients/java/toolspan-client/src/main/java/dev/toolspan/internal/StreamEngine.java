package dev.toolspan.internal;

import dev.toolspan.v1.Limits;

/** All calls of a connection share a stream; one with large arguments is a request of its own (C8.5). */
final class StreamEngine implements Engine {
    private static final int NONE = -1;

    final Link link;
    final int maxInboundBytes;
    private final Session session;
    private final Engine unary;
    private volatile Line current;
    /** The connection whose sidecar knows no streams. */
    private volatile int streamless = NONE;

    StreamEngine(Session session, Engine unary) {
        this.session = session;
        this.link = session.link;
        this.unary = unary;
        this.maxInboundBytes = session.maxInboundBytes();
    }

    @Override
    public Sending send(Outgoing call) {
        if (streamless == link.generation()) {
            return unary.send(call);
        }
        if (call.argumentsBytes() > limits().getMaxStreamArgumentsBytes()) {
            // a stream of its own tells progress
            return call.wantsProgress() ? new Line(this, link.loop(), true).send(call) : unary.send(call);
        }
        Line line = current;
        return (line == null ? open() : line).send(call);
    }

    private synchronized Line open() {
        if (current == null) {
            current = new Line(this, link.loop(), false);
        }
        return current;
    }

    Limits limits() {
        return session.limits();
    }

    void learn(Limits said) {
        session.learn(said);
    }

    /** The line takes no more calls. */
    synchronized void retired(Line line) {
        if (current == line) {
            current = null;
        }
    }

    void noStreams() {
        streamless = link.generation();
    }

    /** Sends a call as a request of its own. */
    void byItself(LineCall each) {
        if (!each.gone) {
            each.by(unary);
        }
    }
}
