package dev.toolspan.internal;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CannotReachException;
import dev.toolspan.RefusedException;
import dev.toolspan.ToolResponse;
import dev.toolspan.v1.AttachRequest;
import dev.toolspan.v1.AttachResponse;
import dev.toolspan.v1.Hello;
import dev.toolspan.v1.HostsGrpc;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Welcome;
import io.grpc.ClientCall;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a host that offers tools needs of the connection that it shares with the callers of its process. */
public final class HostDoor {
    private final Session session;
    private final String hostId;

    HostDoor(Session session, String hostId) {
        this.session = session;
        this.hostId = hostId;
    }

    /** The id of a process that the sidecar started; empty otherwise. */
    public String hostId() {
        return hostId;
    }

    public Duration connectTimeout() {
        return session.link.connectTimeout;
    }

    public boolean isClosed() {
        return session.link.isClosed();
    }

    public Hello hello() {
        return Protocol.hello();
    }

    /** What the sidecar announced, the usual limits where it said nothing. */
    public Limits limits(Welcome welcome) {
        return Announced.limits(welcome.getLimits());
    }

    /** Completes when there is a connection; exceptionally when there was none for the connect timeout. */
    public CompletableFuture<Void> ready() {
        return session.link.ready(System.nanoTime() + session.link.connectTimeout.toNanos());
    }

    public ClientCall<AttachRequest, AttachResponse> open() {
        io.grpc.CallOptions options =
                io.grpc.CallOptions.DEFAULT.withMaxInboundMessageSize(session.maxInboundBytes());
        return session.link.channel().newCall(HostsGrpc.getAttachMethod(), options);
    }

    /** Why the sidecar does not serve this process, or null where the end of a stream may be a passing thing. */
    public RefusedException refusal(Status end) {
        return Reply.of(end, true) instanceof Reply.Refused refused ? refused.why() : null;
    }

    public String reason(Status end) {
        return Reply.reason(end);
    }

    public CannotReachException cannotReach(String reason) {
        return session.link.cannotReach(reason, null);
    }

    public void run(Runnable task) {
        session.link.threads.run(task);
    }

    public void later(Runnable task, long milliseconds) {
        CompletableFuture.delayedExecutor(milliseconds, TimeUnit.MILLISECONDS, this::run).execute(task);
    }

    public ToolResponse call(String name, Object args, CallOptions options, Nesting nesting) {
        return session.call(name, args, options, nesting);
    }

    public CompletableFuture<ToolResponse> callAsync(String name, Object args, CallOptions options, Nesting nesting) {
        return session.start(name, args, options, nesting).response();
    }

    public List<ToolResponse> callAll(List<Call> calls, int parallelism, Nesting nesting) {
        return session.callAll(calls, parallelism, nesting);
    }
}
