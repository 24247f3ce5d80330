package dev.toolspan.internal;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.ConnectOptions;
import dev.toolspan.Outcome;
import dev.toolspan.RefusedException;
import dev.toolspan.ToolResponse;
import dev.toolspan.ToolSpec;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Welcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One caller's stay with a sidecar: what {@link dev.toolspan.Toolspan} does. */
public final class Session implements AutoCloseable {
    final Link link;
    final Limits limits;
    final Gate gate;
    final Engine engine;
    final Catalog catalog;

    private Session(Link link, Limits limits) {
        this.link = link;
        this.limits = limits;
        this.gate = new Gate(limits.getMaxInFlight(), link.threads);
        this.engine = new UnaryEngine(link, maxInboundBytes());
        this.catalog = new Catalog(link);
    }

    /** Connects, introduces the caller and learns the limits. */
    public static Session connect(ConnectOptions options, Surroundings surroundings) {
        Link link = new Link(options, surroundings);
        try {
            CompletableFuture<Welcome> welcome =
                    Ask.ask(link, Ask.GREET, Ask.greeting()).thenApply(answer -> answer.getWelcome());
            return new Session(link, Announced.limits(accepted(Waiting.forAnswer(welcome))));
        } catch (RuntimeException failure) {
            link.close();
            throw failure;
        }
    }

    private static Welcome accepted(Welcome welcome) {
        int level = welcome.getProtocol();
        if (level != Protocol.LEVEL) {
            String message = Texts.protocolMismatch(level, level, Protocol.LEVEL, Protocol.LEVEL);
            throw new RefusedException(message, null);
        }
        return welcome;
    }

    int maxInboundBytes() {
        return (int) Math.min(Integer.MAX_VALUE, (long) limits.getMaxMessageBytes() + Arguments.ROOM);
    }

    public ToolResponse call(String name, Object args, CallOptions options) {
        Started started = start(name, args, options);
        return Waiting.until(started.response, started.cancel);
    }

    public CompletableFuture<ToolResponse> callAsync(String name, Object args, CallOptions options) {
        return start(name, args, options).response;
    }

    private record Started(CompletableFuture<ToolResponse> response, Runnable cancel) {
    }

    private Started start(String name, Object args, CallOptions options) {
        Prepared prepared = Prepared.of(name, args, options, limits);
        if (prepared instanceof Prepared.Settled settled) {
            ToolResponse response = Normalise.normalise(name, new Outcome.Raised<>(settled.fault()), 0);
            return new Started(CompletableFuture.completedFuture(response), () -> { });
        }
        CallRun run = new CallRun(this, name, ((Prepared.Ready) prepared).request());
        catalog.warm();
        return new Started(run.start(options.cancel()), run::cancel);
    }

    public List<ToolResponse> callAll(List<Call> calls, int parallelism) {
        BatchRun run = new BatchRun(this, calls, parallelism);
        catalog.warm();
        return Waiting.until(run.start(), run::cancel);
    }

    public CompletableFuture<List<ToolResponse>> callAllAsync(List<Call> calls, int parallelism) {
        catalog.warm();
        return new BatchRun(this, calls, parallelism).start();
    }

    public List<ToolSpec> tools() {
        return Waiting.forAnswer(catalog.list());
    }

    public AutoCloseable watchTools(Consumer<List<ToolSpec>> listener) {
        return new ToolWatch(this, listener).start();
    }

    @Override
    public void close() {
        link.close();
    }
}
