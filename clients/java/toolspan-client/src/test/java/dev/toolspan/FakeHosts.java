package dev.toolspan;

import com.google.protobuf.ByteString;
import dev.toolspan.v1.AttachRequest;
import dev.toolspan.v1.AttachResponse;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.HostsGrpc;
import dev.toolspan.v1.InvocationOutcome;
import dev.toolspan.v1.Offer;
import dev.toolspan.v1.Payload;
import dev.toolspan.v1.Refusal;
import dev.toolspan.v1.StreamCall;
import dev.toolspan.v1.StreamProgress;
import dev.toolspan.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A Hosts service that takes every offer but those of refused names, and hands out the streams. */
final class FakeHosts extends HostsGrpc.HostsImplBase {
    final BlockingQueue<Attached> attached = new LinkedBlockingQueue<>();
    final Map<String, String> refusals = new ConcurrentHashMap<>();
    volatile Status refusal;

    /** One host. */
    static final class Attached implements StreamObserver<AttachRequest> {
        final BlockingQueue<AttachRequest> frames = new LinkedBlockingQueue<>();
        final BlockingQueue<StreamProgress> progress = new LinkedBlockingQueue<>();
        final CompletableFuture<Void> halfClosed = new CompletableFuture<>();
        private final Map<Long, CompletableFuture<InvocationOutcome>> outcomes = new ConcurrentHashMap<>();
        private final AtomicLong numbers = new AtomicLong();
        private final StreamObserver<AttachResponse> host;
        private final FakeHosts hosts;

        Attached(FakeHosts hosts, StreamObserver<AttachResponse> host) {
            this.hosts = hosts;
            this.host = host;
        }

        @Override
        public void onNext(AttachRequest frame) {
            if (frame.hasHello()) {
                say(AttachResponse.newBuilder().setWelcome(Welcome.newBuilder().setProtocol(1)));
                hosts.attached.add(this);
            }
            AttachResponse.Builder answer = AttachResponse.newBuilder();
            for (Offer offer : frame.getOffersList()) {
                String name = offer.getSpec().getSource() + "." + offer.getSpec().getName();
                String reason = hosts.refusals.get(name);
                if (reason == null) {
                    answer.addAccepted(name);
                } else {
                    answer.addRefusals(Refusal.newBuilder().setName(name).setReason(reason));
                }
            }
            frames.add(frame);
            progress.addAll(frame.getProgressList());
            frame.getOutcomesList().forEach(outcome -> outcomes.get(outcome.getNumber()).complete(outcome));
            if (frame.getOffersCount() > 0) {
                say(answer);
            }
            if (frame.hasDrain()) {
                say(AttachResponse.newBuilder().setDrain(frame.getDrain()));
            }
        }

        @Override
        public void onError(Throwable gone) {
            halfClosed.completeExceptionally(gone);
        }

        @Override
        public void onCompleted() {
            halfClosed.complete(null);
            host.onCompleted();
        }

        synchronized void say(AttachResponse.Builder frame) {
            host.onNext(frame.build());
        }

        synchronized void cut() {
            host.onError(Status.UNAVAILABLE.asRuntimeException());
        }

        /** A number, under which {@link #outcome} knows the run. */
        long invoke(CallRequest.Builder call, boolean wantsProgress) {
            long number = numbers.incrementAndGet();
            outcomes.put(number, new CompletableFuture<>());
            say(AttachResponse.newBuilder()
                    .addInvocations(StreamCall.newBuilder()
                            .setNumber(number)
                            .setCall(call)
                            .setWantsProgress(wantsProgress)));
            return number;
        }

        InvocationOutcome outcome(long number) throws Exception {
            return outcomes.get(number).get(20, TimeUnit.SECONDS);
        }

        boolean isPending(long number) {
            return !outcomes.get(number).isDone();
        }

        InvocationOutcome run(String tool, String arguments) throws Exception {
            return outcome(invoke(call(tool, arguments), false));
        }
    }

    static CallRequest.Builder call(String tool, String arguments) {
        return CallRequest.newBuilder()
                .setName(tool)
                .setArguments(Payload.newBuilder().setData(ByteString.copyFromUtf8(arguments)));
    }

    @Override
    public StreamObserver<AttachRequest> attach(StreamObserver<AttachResponse> host) {
        Attached attached = new Attached(this, host);
        if (refusal != null) {
            host.onError(refusal.asRuntimeException());
        }
        return attached;
    }

    /** The next host that attaches. */
    Attached next() throws InterruptedException {
        Attached next = attached.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no host attached");
        }
        return next;
    }
}
