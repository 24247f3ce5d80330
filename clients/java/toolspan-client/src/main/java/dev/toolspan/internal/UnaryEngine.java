package dev.toolspan.internal;

import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.CallResponse;
import dev.toolspan.v1.ToolsGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Every call is an RPC of its own; as many at once as the sidecar announced, the others wait in order (C8.5). */
final class UnaryEngine implements Engine {
    private final Link link;
    private final Gate gate;
    private final int maxInboundBytes;

    UnaryEngine(Link link, int maxInFlight, int maxInboundBytes) {
        this.link = link;
        this.gate = new Gate(maxInFlight, link.threads);
        this.maxInboundBytes = maxInboundBytes;
    }

    @Override
    public Sending send(Outgoing call) {
        return new Unary(call).queue();
    }

    private final class Unary implements Sending, StreamObserver<CallResponse> {
        private final Outgoing call;
        private final SentTracer sent = new SentTracer();
        private final CompletableFuture<Void> turn;
        private ClientCall<CallRequest, CallResponse> rpc;
        private boolean over;

        Unary(Outgoing call) {
            this.call = call;
            this.turn = call.isNested() ? CompletableFuture.completedFuture(null) : gate.enter();
        }

        Unary queue() {
            if (turn.isDone()) {
                start(false);
                return this;
            }
            Future<?> guard = guard();
            turn.whenComplete((entered, gone) -> guard.cancel(false));
            turn.thenRun(() -> start(true));
            return this;
        }

        private Future<?> guard() {
            try {
                return link.threads.timer.schedule(
                        () -> link.threads.run(() -> end(new Reply.Expired(false))),
                        Math.max(0, call.deadline() - System.nanoTime()),
                        TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException closing) {
                end(new Reply.NotRun("the client is closed"));
                return CompletableFuture.completedFuture(null);
            }
        }

        private void start(boolean waited) {
            CallRequest request = call.request(waited);
            if (request == null) {
                end(new Reply.Expired(false));
                return;
            }
            long left = call.deadline() + Line.BACKSTOP_NANOS - System.nanoTime();
            synchronized (this) {
                if (over) {
                    return;
                }
                rpc = link.channel().newCall(ToolsGrpc.getCallMethod(), CallOptions.DEFAULT
                        .withDeadlineAfter(left, TimeUnit.NANOSECONDS)
                        .withMaxInboundMessageSize(maxInboundBytes)
                        .withStreamTracerFactory(sent));
                ClientCalls.asyncUnaryCall(rpc, request, this);
            }
        }

        @Override
        public void onNext(CallResponse answer) {
            end(new Reply.Answered(answer.getResponse()));
        }

        @Override
        public void onError(Throwable failure) {
            end(Reply.of(Status.fromThrowable(failure), sent.left()));
        }

        @Override
        public void onCompleted() {
            end(new Reply.Broken("the sidecar gave no answer"));
        }

        @Override
        public void cancel() {
            ClientCall<?, ?> current;
            synchronized (this) {
                current = rpc;
            }
            end(null);
            if (current != null) {
                current.cancel("cancelled by the caller", null);
            }
        }

        private void end(Reply reply) {
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
            }
            if (!call.isNested()) {
                gate.leave(turn);
            }
            if (reply != null) {
                call.arrived(reply);
            }
        }
    }
}
