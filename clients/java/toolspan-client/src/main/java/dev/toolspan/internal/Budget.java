package dev.toolspan.internal;

import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import java.util.concurrent.TimeUnit;

/** The time that one call has, from when it began; moments are those of {@link System#nanoTime}. */
record Budget(boolean isStated, long ms, long started, long deadline) {
    static Budget of(CallRequest request, Limits limits) {
        long ms = request.hasTimeoutMs() ? request.getTimeoutMs() : limits.getMaxCallMs();
        long now = System.nanoTime();
        return new Budget(request.hasTimeoutMs(), ms, now, now + TimeUnit.MILLISECONDS.toNanos(ms));
    }

    boolean isOver() {
        return deadline - System.nanoTime() <= 0;
    }

    long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    }

    /** A request with what is left where it had to wait; null when nothing is. */
    CallRequest state(CallRequest request, boolean waited) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (leftMs <= 0) {
            return null;
        }
        return isStated && waited ? request.toBuilder().setTimeoutMs(leftMs).build() : request;
    }

    /** The earlier of a moment and the end. */
    long noLaterThan(long moment) {
        return moment - deadline < 0 ? moment : deadline;
    }
}
