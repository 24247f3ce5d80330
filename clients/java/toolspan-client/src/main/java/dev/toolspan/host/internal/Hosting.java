package dev.toolspan.host.internal;

import dev.toolspan.RefusedException;
import dev.toolspan.ToolspanException;
import dev.toolspan.host.HostOptions;
import dev.toolspan.host.ToolHost;
import dev.toolspan.internal.HostDoor;
import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Offers tools for as long as it is open, over as many streams as it takes (C8.6). */
public final class Hosting implements ToolHost {
    private static final System.Logger LOG = System.getLogger("dev.toolspan.host");
    private static final long FIRST_BACKOFF_MS = 50;
    private static final long MOST_BACKOFF_MS = 2_000;

    private final HostDoor door;
    private final HostOptions options;
    private final Offers offers;
    private final Workers workers;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile HostStream stream;
    private volatile boolean closed;
    private long backoff = FIRST_BACKOFF_MS;

    private Hosting(HostDoor door, HostOptions options, Offers offers) {
        this.door = door;
        this.options = options;
        this.offers = offers;
        this.workers = new Workers(options.maxInFlight());
    }

    /** Returns when the tools can be called. */
    public static ToolHost start(HostDoor door, HostOptions options, List<?> tools) {
        Hosting hosting = new Hosting(door, options, Offers.of(options.source(), tools));
        hosting.attach();
        return hosting;
    }

    private void attach() {
        long until = System.nanoTime() + door.connectTimeout().toNanos();
        for (;;) {
            HostStream first = HostStream.open(door, offers, workers, options.maxInFlight());
            await(first.offered(), until, first);
            if (!first.ended().isDone()) {
                greet(first);
                return;
            }
            Status end = first.ended().join();
            RefusedException refusal = door.refusal(end);
            if (refusal != null) {
                throw new RefusedException(refusal.getMessage(), refusal);
            }
            if (until - System.nanoTime() <= 0) {
                throw door.cannotReach(door.reason(end));
            }
            pause();
        }
    }

    private void await(CompletableFuture<Void> offered, long until, HostStream first) {
        try {
            offered.get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            first.cut();
            Thread.currentThread().interrupt();
            throw new ToolspanException("interrupted while offering tools", interrupted);
        } catch (ExecutionException | TimeoutException late) {
            first.cut();
            throw door.cannotReach("it did not answer the offers");
        }
    }

    private static void pause() {
        try {
            Thread.sleep(FIRST_BACKOFF_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ToolspanException("interrupted while offering tools", interrupted);
        }
    }

    // a host of nothing is the user's mistake; where some tools are offered the others are said in the log
    private void greet(HostStream first) {
        if (first.accepted().isEmpty()) {
            first.cut();
            throw new RefusedException("The sidecar takes none of the tools: " + reasons(first.refused()), null);
        }
        serve(first);
    }

    private void serve(HostStream next) {
        stream = next;
        if (!next.refused().isEmpty()) {
            LOG.log(Level.WARNING, "the sidecar does not take " + reasons(next.refused()));
        }
        next.ended().thenAccept(this::lost);
    }

    private static String reasons(Map<String, String> refused) {
        return refused.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }

    private void lost(Status end) {
        if (isOver()) {
            ended.complete(null);
            return;
        }
        LOG.log(Level.WARNING, "the sidecar is gone (" + door.reason(end) + "); the tools are offered to the next one");
        backoff = FIRST_BACKOFF_MS;
        door.later(this::again, backoff);
    }

    // whoever started this process starts the next one
    private boolean isOver() {
        return closed || door.isClosed() || !door.hostId().isEmpty();
    }

    private void again() {
        if (isOver()) {
            ended.complete(null);
            return;
        }
        door.ready().whenComplete((connected, unreachable) -> {
            if (unreachable != null) {
                later();
                return;
            }
            HostStream next = HostStream.open(door, offers, workers, options.maxInFlight());
            stream = next;
            next.offered().thenRun(() -> {
                if (next.ended().isDone()) {
                    later();
                } else {
                    LOG.log(Level.INFO, "the tools are offered again");
                    serve(next);
                }
            });
            if (closed) {
                next.cut();
            }
        });
    }

    private void later() {
        backoff = Math.min(backoff * 2, MOST_BACKOFF_MS);
        door.later(this::again, backoff);
    }

    @Override
    public List<String> tools() {
        return stream.accepted();
    }

    @Override
    public Map<String, String> refused() {
        return Map.copyOf(new TreeMap<>(stream.refused()));
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    @Override
    public void close() {
        closed = true;
        HostStream current = stream;
        if (!current.ended().isDone()) {
            current.leave(options.grace());
        }
        ended.complete(null);
    }
}
