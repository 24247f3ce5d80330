package dev.toolspan.internal;

import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One alarm for all calls of a line, at the earliest of their ends; it belongs to the line's loop. */
final class LineTimer {
    /** Calls that end one after the other are swept together. */
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final EventLoop loop;
    private final Runnable sweep;
    private Future<?> alarm;
    private long at;

    LineTimer(EventLoop loop, Runnable sweep) {
        this.loop = loop;
        this.sweep = sweep;
    }

    /** Rings at this moment of {@link System#nanoTime} at the latest. */
    void by(long moment) {
        if (alarm == null || moment - at < 0) {
            ring(moment, moment - System.nanoTime());
        }
    }

    /** Rings next after so many nanoseconds; the most that there are means never. */
    void after(long nanos) {
        stop();
        if (nanos < Long.MAX_VALUE) {
            ring(System.nanoTime() + nanos, nanos);
        }
    }

    private void ring(long moment, long nanos) {
        stop();
        at = moment;
        try {
            alarm = loop.schedule(sweep, Math.max(nanos, LEAST_NANOS), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            alarm = null;
        }
    }

    void stop() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }
}
