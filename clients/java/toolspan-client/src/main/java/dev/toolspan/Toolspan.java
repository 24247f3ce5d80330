package dev.toolspan;

import dev.toolspan.host.HostOptions;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolHost;
import dev.toolspan.host.internal.Hosting;
import dev.toolspan.internal.Session;
import dev.toolspan.internal.Surroundings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A caller of the tools of one sidecar. One instance serves all threads of a program; its own threads are daemons.
 *
 * <p>A tool that failed is a {@link ToolResponse}. Only a sidecar that could not be asked is an exception:
 * {@link CannotReachException} and {@link RefusedException}.
 */
public final class Toolspan implements AutoCloseable {
    private final Session session;

    private Toolspan(Session session) {
        this.session = session;
    }

    /** Connects to {@code TOOLSPAN_ADDRESS}, or to the user's own default socket. */
    public static Toolspan connect() {
        return connect(ConnectOptions.defaults());
    }

    /**
     * Connects to an address.
     *
     * @param address {@code unix:/path}, {@code unix:///path}, {@code host:port} or {@code [::1]:port}
     */
    public static Toolspan connect(String address) {
        return connect(ConnectOptions.defaults().address(address));
    }

    /**
     * Connects, introduces this program and learns the sidecar's limits.
     *
     * @throws CannotReachException if no sidecar answers within the connect timeout
     * @throws RefusedException if the sidecar does not take the token or the protocol level
     * @throws IllegalArgumentException if the address has no known form, or its path is too long
     */
    public static Toolspan connect(ConnectOptions options) {
        return new Toolspan(Session.connect(options, Surroundings.ofProcess()));
    }

    /**
     * Calls a tool and waits for its response.
     *
     * @param name a bare or full tool name
     * @param args the arguments by name; null means none
     * @throws CannotReachException if no sidecar could be reached; the tool did not run
     * @throws RefusedException if the sidecar does not serve this caller
     */
    public ToolResponse call(String name, Map<String, ?> args) {
        return call(name, args, CallOptions.none());
    }

    /**
     * Calls a tool and waits for its response. Interrupting the thread cancels the call: the response is then a failure
     * of kind {@link FaultKind#CANCELLED}, and the thread stays interrupted.
     *
     * @param name a bare or full tool name
     * @param args a map or record; a string is argument text as a model wrote it, and is passed on unread; a
     *     {@link Payload} is passed on as it is; null means none
     * @param options the budget and what else the call carries
     * @throws CannotReachException if no sidecar could be reached; the tool did not run
     * @throws RefusedException if the sidecar does not serve this caller
     */
    public ToolResponse call(String name, Object args, CallOptions options) {
        Objects.requireNonNull(name, "name");
        return session.call(name, args, options);
    }

    /** As {@link #callAsync(String, Object, CallOptions)}, without options. */
    public CompletableFuture<ToolResponse> callAsync(String name, Map<String, ?> args) {
        return callAsync(name, args, CallOptions.none());
    }

    /**
     * Calls a tool. Cancelling the future cancels the tool. The future fails with what {@link #call} would throw, never
     * because the tool failed.
     */
    public CompletableFuture<ToolResponse> callAsync(String name, Object args, CallOptions options) {
        Objects.requireNonNull(name, "name");
        return session.start(name, args, options).response();
    }

    /** As {@link #stream(String, Object, CallOptions)}, without options. */
    public CallStream stream(String name, Map<String, ?> args) {
        return stream(name, args, CallOptions.none());
    }

    /** Calls a tool and follows it: its progress in order, then its response. Closing the stream early cancels the call. */
    public CallStream stream(String name, Object args, CallOptions options) {
        Objects.requireNonNull(name, "name");
        CallStream stream = new CallStream();
        Consumer<Progress> also = options.onProgress();
        Consumer<Progress> heard = also == null ? stream::hear : also.andThen(stream::hear);
        return stream.follow(session.start(name, args, options.onProgress(heard)));
    }

    /** Calls tools in parallel, as many at once as the sidecar chooses. */
    public List<ToolResponse> callAll(List<Call> calls) {
        return callAll(calls, 0);
    }

    /**
     * Calls tools and waits for all responses, which stand in the order of the calls. Each call succeeds or fails for
     * itself, and its budget runs from its own start. Interrupting the thread cancels what still runs.
     *
     * @param parallelism the most calls that run at once; 1 means one after the other, 0 the sidecar's choice
     * @throws CannotReachException if no sidecar could be reached; no tool ran
     * @throws RefusedException if the sidecar does not serve this caller
     */
    public List<ToolResponse> callAll(List<Call> calls, int parallelism) {
        return session.callAll(List.copyOf(calls), notNegative(parallelism));
    }

    /** As {@link #callAll(List, int)}, without waiting. Cancelling the future cancels what still runs. */
    public CompletableFuture<List<ToolResponse>> callAllAsync(List<Call> calls, int parallelism) {
        return session.callAllAsync(List.copyOf(calls), notNegative(parallelism));
    }

    private static int notNegative(int parallelism) {
        if (parallelism < 0) {
            throw new IllegalArgumentException("parallelism must not be negative");
        }
        return parallelism;
    }

    /**
     * All tools, ordered by full name.
     *
     * @throws CannotReachException if no sidecar answers within the connect timeout
     * @throws RefusedException if the sidecar does not serve this caller
     */
    public List<ToolSpec> tools() {
        return session.tools();
    }

    /**
     * An event's JSON text in another dialect of Flink Agents.
     *
     * @param event its JSON text
     * @param from the dialect that it is in, such as {@code flink-agents-0.3/java}, {@code flink-agents-typed/python} or
     *     {@code canonical}
     * @param to the dialect to write
     * @throws CannotCrossException if it holds what the other dialect has no form for
     * @throws CannotReachException if no sidecar answers within the connect timeout
     * @throws RefusedException if there is no such dialect, or the sidecar does not serve this caller
     */
    public String translate(String event, String from, String to) {
        return session.translate(event, from, to);
    }

    /** Many events, with what changed; answer i is that of event i, and one that cannot cross says so. */
    public List<Translated> translateAll(List<String> events, String from, String to) {
        return session.translateAll(events, from, to);
    }

    /**
     * The prompt by which a model learns what skills there are: of the named ones in this order, of all where none is named; an
     * empty text where the sidecar has none.
     *
     * @throws CannotReachException if no sidecar answers
     * @throws RefusedException if there is no skill of that name
     */
    public String skillsPrompt(String... names) {
        return session.skillsPrompt(List.of(names));
    }

    /**
     * Hands on the list of tools now and after every change, one list at a time, also after a lost connection.
     *
     * @return closing it ends the watch
     */
    public AutoCloseable watchTools(Consumer<List<ToolSpec>> listener) {
        return session.watchTools(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Offers tools of this process to everybody who calls the sidecar, over this connection, until the host is closed.
     * Returns when they can be called.
     *
     * @param source who offers them: their full names are {@code source.name}
     * @param tools objects with methods that are a {@link dev.toolspan.host.Tool}, classes of such,
     *     {@link HostTool}s, {@link dev.toolspan.host.ToolSet}s, or collections of all these
     * @throws IllegalArgumentException if something is no tool, says why
     * @throws CannotReachException if no sidecar answers within the connect timeout
     * @throws RefusedException if the sidecar takes none of the tools
     */
    public ToolHost host(String source, Object... tools) {
        return host(HostOptions.of(Objects.requireNonNull(source, "source")), tools);
    }

    /** As {@link #host(String, Object...)}, with options. */
    public ToolHost host(HostOptions options, Object... tools) {
        return Hosting.start(session.hostDoor(), options, Arrays.asList(tools));
    }

    /** Closes the connection; calls under way end as cancelled. */
    @Override
    public void close() {
        session.close();
    }
}
