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
import java.util.concurrent.TimeUnit;

/** Every call is an RPC of its own. */
final class UnaryEngine implements Engine {
    private final Link link;
    private final int maxInboundBytes;

    UnaryEngine(Link link, int maxInboundBytes) {
        this.link = link;
        this.maxInboundBytes = maxInboundBytes;
    }

    @Override
    public Sending send(CallRequest request, long deadline) {
        SentTracer sent = new SentTracer();
        CallOptions options = CallOptions.DEFAULT
                .withDeadlineAfter(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                .withMaxInboundMessageSize(maxInboundBytes)
                .withStreamTracerFactory(sent);
        ClientCall<CallRequest, CallResponse> call = link.channel().newCall(ToolsGrpc.getCallMethod(), options);
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(call, request, new StreamObserver<>() {
            @Override
            public void onNext(CallResponse answer) {
                reply.complete(new Reply.Answered(answer.getResponse()));
            }

            @Override
            public void onError(Throwable failure) {
                reply.complete(Reply.of(Status.fromThrowable(failure), sent.left()));
            }

            @Override
            public void onCompleted() {
                reply.complete(new Reply.Broken("the sidecar gave no answer"));
            }
        });
        return new Unary(reply, call);
    }

    private record Unary(CompletableFuture<Reply> reply, ClientCall<?, ?> call) implements Sending {
        @Override
        public void cancel() {
            call.cancel("cancelled by the caller", null);
        }
    }
}
