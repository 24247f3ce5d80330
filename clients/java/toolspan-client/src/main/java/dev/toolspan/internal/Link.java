package dev.toolspan.internal;

import dev.toolspan.CannotReachException;
import dev.toolspan.ConnectOptions;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.stub.MetadataUtils;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The connection to one sidecar, re-made with back-off for as long as somebody waits for it (C8.6). */
final class Link implements AutoCloseable {
    final Address address;
    final Duration connectTimeout;
    final Threads threads;
    private final Wires wires;
    private final Surroundings surroundings;
    private final String givenToken;
    private volatile Channel channel;
    private volatile int generation;
    private volatile boolean closed;

    Link(ConnectOptions options, Surroundings surroundings) {
        this.address = surroundings.address(options.address());
        this.connectTimeout = options.connectTimeout();
        this.surroundings = surroundings;
        this.givenToken = options.token();
        this.threads = new Threads();
        this.wires = Wires.open(address, surroundings.tls(options.tls()), threads::run);
        introduce();
    }

    /** States who calls; a new sidecar may have written a new token file. */
    synchronized void introduce() {
        String token = surroundings.token(givenToken, address);
        channel = ClientInterceptors.intercept(
                wires.channel(), MetadataUtils.newAttachHeadersInterceptor(Protocol.metadata(token)));
        generation++;
    }

    Channel channel() {
        return channel;
    }

    /** Changes when a connection was waited for: another sidecar may be there. */
    int generation() {
        return generation;
    }

    /** The thread on which all that the connection does happens. */
    EventLoop loop() {
        return wires.loop().next();
    }

    /** Runs it on that thread, or here when the thread is gone and could not be in the way. */
    void onLoop(Runnable task) {
        try {
            loop().execute(task);
        } catch (RejectedExecutionException closed) {
            task.run();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** The moment, in {@link System#nanoTime}, until which a caller with this deadline waits for a connection. */
    long reachBy(long deadline) {
        long own = System.nanoTime() + connectTimeout.toNanos();
        return own - deadline < 0 ? own : deadline;
    }

    boolean isReady() {
        return wires.channel().getState(true) == ConnectivityState.READY;
    }

    /** Completes when the channel is connected, exceptionally with CannotReachException when the time is over. */
    CompletableFuture<Void> ready(long until) {
        if (isReady()) {
            return CompletableFuture.completedFuture(null);
        }
        return new Connecting(this, wires.channel(), until).start();
    }

    // a call on a channel that has just failed to connect is refused at once, with the reason
    void failWithReason(CompletableFuture<Void> ready) {
        Ask.once(this, Ask.GREET, Ask.greeting(), CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS))
                .whenComplete((answer, failure) -> {
                    String reason = failure == null ? noAnswer() : reason(failure);
                    threads.run(() -> ready.completeExceptionally(cannotReach(reason, failure)));
                });
    }

    /** Why a question got no answer, in words for a person; a deadline's own words tell of its last attempt only. */
    String reason(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        return status.getCode() == Status.Code.DEADLINE_EXCEEDED ? noAnswer() : Reply.reason(status);
    }

    private String noAnswer() {
        BigDecimal seconds = BigDecimal.valueOf(connectTimeout.toMillis(), 3).stripTrailingZeros();
        return "no answer within " + seconds.toPlainString() + " s";
    }

    CannotReachException cannotReach(String reason, Throwable cause) {
        return new CannotReachException(Texts.cannotReach(address, reason), cause);
    }

    @Override
    public void close() {
        closed = true;
        wires.close();
        threads.close();
    }
}
