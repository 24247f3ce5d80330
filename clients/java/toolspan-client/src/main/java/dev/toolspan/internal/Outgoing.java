package dev.toolspan.internal;

import dev.toolspan.Progress;
import dev.toolspan.v1.CallRequest;

/** One call as an engine sees it. */
interface Outgoing {
    /** What to send, with what is left of the budget where the call had to wait; null when nothing is left. */
    CallRequest request(boolean waited);

    /** Bytes of its arguments. */
    int argumentsBytes();

    /** The moment, in {@link System#nanoTime}, at which its budget ends. */
    long deadline();

    /** Whether a tool calls it: an ancestor may hold the place that it would wait for (C3.8). */
    boolean isNested();

    boolean wantsProgress();

    /** Told in order, before the reply. */
    void progress(Progress update);

    /** Told once for each sending that is not cancelled. */
    void arrived(Reply reply);
}
