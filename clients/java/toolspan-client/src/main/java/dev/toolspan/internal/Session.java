package dev.toolspan.internal;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.ConnectOptions;
import dev.toolspan.Outcome;
import dev.toolspan.RefusedException;
import dev.toolspan.ToolResponse;
import dev.toolspan.ToolSpec;
import dev.toolspan.Translated;
import dev.toolspan.Transport;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Welcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** One caller's stay with a sidecar: what {@link dev.toolspan.Toolspan} does. */
public final class Session implements AutoCloseable {
    /** Takes replies on the thread that brings them. */
    static final Executor HERE = Runnable::run;

    final Link link;
    final Engine engine;
    final Catalog catalog;
    final Completions completions;
    private final boolean streams;
    /** Where replies are taken of which a user holds the future. */
    private final Executor exposed;
    private volatile Limits limits;

    private final Surroundings surroundings;

    private Session(Link link, Limits limits, Transport transport, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.link = link;
        this.limits = limits;
        this.streams = transport == Transport.STREAM;
        this.completions = new Completions(link.threads);
        // unary replies arrive on threads of their own
        this.exposed = streams ? completions : HERE;
        Engine unary = new UnaryEngine(link, limits.getMaxInFlight(), maxInboundBytes());
        this.engine = streams ? new StreamEngine(this, unary) : unary;
        this.catalog = new Catalog(link);
    }

    /** Connects, introduces the caller and learns the limits. */
    public static Session connect(ConnectOptions options, Surroundings surroundings) {
        Link link = new Link(options, surroundings);
        try {
            CompletableFuture<Welcome> greeting =
                    Ask.ask(link, Ask.GREET, Ask.greeting()).thenApply(answer -> answer.getWelcome());
            Welcome welcome = accepted(Waiting.forAnswer(greeting));
            return new Session(link, Announced.limits(welcome.getLimits()), options.transport(), surroundings);
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

    /** What the sidecar announced last. */
    Limits limits() {
        return limits;
    }

    void learn(Limits said) {
        limits = Announced.limits(said);
    }

    int maxInboundBytes() {
        return (int) Math.min(Integer.MAX_VALUE, (long) limits.getMaxMessageBytes() + Arguments.ROOM);
    }

    /** A call under way; the action ends it as cancelled. */
    public record Started(CompletableFuture<ToolResponse> response, Runnable cancel) {
    }

    public ToolResponse call(String name, Object args, CallOptions options) {
        return call(name, args, options, Nesting.NONE);
    }

    /** A call that a tool makes. */
    ToolResponse call(String name, Object args, CallOptions options, Nesting nesting) {
        Started started = start(name, args, options, nesting, HERE);
        return Waiting.until(started.response, started.cancel);
    }

    public Started start(String name, Object args, CallOptions options) {
        return start(name, args, options, Nesting.NONE);
    }

    /** A call that a tool makes. */
    Started start(String name, Object args, CallOptions options, Nesting nesting) {
        return start(name, args, options, nesting, exposed);
    }

    private Started start(String name, Object args, CallOptions options, Nesting nesting, Executor via) {
        Prepared prepared = Prepared.of(name, args, options, limits);
        if (prepared instanceof Prepared.Settled settled) {
            ToolResponse response = Normalise.normalise(name, new Outcome.Raised<>(settled.fault()), 0);
            return new Started(CompletableFuture.completedFuture(response), () -> { });
        }
        CallRun run = run(name, nesting.within(((Prepared.Ready) prepared).request()), options, via);
        catalog.warm();
        return new Started(run.start(options.cancel()), run::cancel);
    }

    CallRun run(String name, CallRequest request, CallOptions options, Executor via) {
        Follow follow = options.onProgress() == null ? null : new Follow(link.threads, options.onProgress());
        return new CallRun(this, name, request, via, follow);
    }

    public String translate(String event, String from, String to) {
        return Translation.of(link, event, from, to);
    }

    public List<Translated> translateAll(List<String> events, String from, String to) {
        return Translation.of(link, events, from, to);
    }

    public List<ToolResponse> callAll(List<Call> calls, int parallelism) {
        return callAll(calls, parallelism, Nesting.NONE);
    }

    /** A batch that a tool calls. */
    List<ToolResponse> callAll(List<Call> calls, int parallelism, Nesting nesting) {
        Batch batch = batch(calls, parallelism, nesting, HERE);
        return Waiting.until(batch.start(), batch::cancel);
    }

    public CompletableFuture<List<ToolResponse>> callAllAsync(List<Call> calls, int parallelism) {
        return batch(calls, parallelism, Nesting.NONE, exposed).start();
    }

    private Batch batch(List<Call> calls, int parallelism, Nesting nesting, Executor via) {
        catalog.warm();
        return streams
                ? new BatchEach(this, calls, parallelism, nesting, via)
                : new BatchRun(this, calls, parallelism, nesting);
    }

    public List<ToolSpec> tools() {
        return Waiting.forAnswer(catalog.list());
    }

    public String skillsPrompt(List<String> names) {
        return Waiting.forAnswer(Ask.skillsPrompt(link, names));
    }

    public AutoCloseable watchTools(Consumer<List<ToolSpec>> listener) {
        return new ToolWatch(this, listener).start();
    }

    /** What a host that offers tools over this connection needs of it. */
    public HostDoor hostDoor() {
        return new HostDoor(this, surroundings.hostId());
    }

    @Override
    public void close() {
        link.close();
    }
}
