package dev.toolspan.internal;

import dev.toolspan.ToolSpec;
import dev.toolspan.v1.ToolsGrpc;
import dev.toolspan.v1.WatchRequest;
import dev.toolspan.v1.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Hands on the list of tools now and after every change, over as many connections as it takes. */
final class ToolWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.toolspan");
    private static final long AGAIN_MS = 100;

    private final Session session;
    private final Consumer<List<ToolSpec>> listener;
    private volatile ClientCall<WatchRequest, WatchResponse> call;
    private volatile boolean closed;

    ToolWatch(Session session, Consumer<List<ToolSpec>> listener) {
        this.session = session;
        this.listener = listener;
    }

    ToolWatch start() {
        connect();
        return this;
    }

    private void connect() {
        if (isOver()) {
            return;
        }
        long until = System.nanoTime() + session.link.connectTimeout.toNanos();
        session.link.ready(until).whenComplete((connected, unreachable) -> {
            if (unreachable == null) {
                watch();
            } else {
                connect();
            }
        });
    }

    private void watch() {
        CallOptions options = CallOptions.DEFAULT.withMaxInboundMessageSize(session.maxInboundBytes());
        call = session.link.channel().newCall(ToolsGrpc.getWatchMethod(), options);
        ClientCalls.asyncServerStreamingCall(call, WatchRequest.getDefaultInstance(), new Lists());
        if (closed) {
            close();
        }
    }

    private void again() {
        if (!isOver()) {
            CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS, session.link.threads::run)
                    .execute(this::connect);
        }
    }

    private boolean isOver() {
        return closed || session.link.isClosed();
    }

    @Override
    public void close() {
        closed = true;
        ClientCall<?, ?> current = call;
        if (current != null) {
            current.cancel("no longer watched", null);
        }
    }

    private final class Lists implements StreamObserver<WatchResponse> {
        @Override
        public void onNext(WatchResponse list) {
            List<ToolSpec> specs = session.catalog.learn(list.getToolsList());
            try {
                if (!closed) {
                    listener.accept(specs);
                }
            } catch (RuntimeException foreign) {
                LOG.log(Level.WARNING, "a listener of the tool list raised", foreign);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (Reply.of(Status.fromThrowable(failure), true) instanceof Reply.Refused refused) {
                LOG.log(Level.WARNING, "the tool list is no longer watched: " + refused.why().getMessage());
            } else {
                again();
            }
        }

        @Override
        public void onCompleted() {
            again();
        }
    }
}
