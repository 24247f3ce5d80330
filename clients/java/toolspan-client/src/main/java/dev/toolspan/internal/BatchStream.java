package dev.toolspan.internal;

import dev.toolspan.v1.CallAllRequest;
import dev.toolspan.v1.CallAllResponse;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Slot;
import dev.toolspan.v1.ToolsGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One stream that carries the calls of a batch and brings their answers in any order. */
final class BatchStream {
    /** Bytes of a request beside its calls. */
    private static final int ROOM = 64;

    private final List<BatchSlot> slots;
    private final ClientCall<CallAllRequest, CallAllResponse> call;
    private final SentTracer sent = new SentTracer();
    private final CompletableFuture<Reply> end = new CompletableFuture<>();
    private StreamObserver<CallAllRequest> requests;
    private boolean closed;

    BatchStream(Link link, List<BatchSlot> slots, int maxInboundBytes) {
        this.slots = slots;
        CallOptions options =
                CallOptions.DEFAULT.withMaxInboundMessageSize(maxInboundBytes).withStreamTracerFactory(sent);
        this.call = link.channel().newCall(ToolsGrpc.getCallAllMethod(), options);
    }

    /** How the stream ended; null where it ended as it should. Never completes exceptionally. */
    CompletableFuture<Reply> end() {
        return end;
    }

    /** Sends every call, in as many requests as the message limit asks for. */
    synchronized void start(int parallelism, int maxBytes) {
        if (closed) {
            end.complete(new Reply.Broken("cancelled before it began"));
            return;
        }
        requests = ClientCalls.asyncBidiStreamingCall(call, new Answers());
        CallAllRequest.Builder request =
                CallAllRequest.newBuilder().setTotal(slots.size()).setParallelism(parallelism);
        long bytes = ROOM;
        for (BatchSlot slot : slots) {
            long size = size(slot.request);
            if (bytes + size > maxBytes && request.getCallsCount() > 0) {
                requests.onNext(request.build());
                request = CallAllRequest.newBuilder();
                bytes = ROOM;
            }
            request.addCalls(slot.request);
            bytes += size;
        }
        requests.onNext(request.build());
        slots.stream().filter(slot -> !slot.isPending()).forEach(this::cancel);
        CompletableFuture<?>[] all = slots.stream().map(BatchSlot::response).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).whenComplete((answers, failure) -> halfClose());
    }

    // a tag and a length stand before each call
    private static long size(CallRequest request) {
        return request.getSerializedSize() + 6L;
    }

    /** Tells the sidecar that nobody wants the answer of one slot. */
    synchronized void cancel(BatchSlot slot) {
        if (requests != null && !closed && !end.isDone()) {
            requests.onNext(CallAllRequest.newBuilder().addCancel(slots.indexOf(slot)).build());
        }
    }

    private synchronized void halfClose() {
        if (!closed && !end.isDone()) {
            closed = true;
            requests.onCompleted();
        }
    }

    /** Ends the stream; the sidecar cancels what still runs. */
    synchronized void abort() {
        closed = true;
        call.cancel("cancelled by the caller", null);
    }

    private final class Answers implements StreamObserver<CallAllResponse> {
        @Override
        public void onNext(CallAllResponse answer) {
            for (Slot slot : answer.getSlotsList()) {
                if (slot.getIndex() >= 0 && slot.getIndex() < slots.size()) {
                    slots.get(slot.getIndex()).answer(slot.getResponse());
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            end.complete(Reply.of(Status.fromThrowable(failure), sent.left()));
        }

        @Override
        public void onCompleted() {
            end.complete(null);
        }
    }
}
