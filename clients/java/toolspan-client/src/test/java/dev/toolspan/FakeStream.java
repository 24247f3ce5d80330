package dev.toolspan;

import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Drain;
import dev.toolspan.v1.Progress;
import dev.toolspan.v1.StreamAnswer;
import dev.toolspan.v1.StreamCall;
import dev.toolspan.v1.StreamProgress;
import dev.toolspan.v1.StreamRequest;
import dev.toolspan.v1.StreamResponse;
import dev.toolspan.v1.ToolResponse;
import dev.toolspan.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sidecar's end of one stream. */
final class FakeStream implements StreamObserver<StreamRequest> {
    private final FakeSidecar sidecar;
    private final StreamObserver<StreamResponse> out;
    private final Map<Long, CallRequest> running = new ConcurrentHashMap<>();
    private boolean greeted;
    private volatile boolean drained;
    private boolean ended;

    FakeStream(FakeSidecar sidecar, StreamObserver<StreamResponse> out) {
        this.sidecar = sidecar;
        this.out = out;
    }

    @Override
    public void onNext(StreamRequest frame) {
        if (!greeted) {
            greeted = true;
            if (!frame.hasHello()) {
                end(Status.INVALID_ARGUMENT.withDescription("no hello"));
                return;
            }
            say(StreamResponse.newBuilder()
                    .setWelcome(Welcome.newBuilder().setProtocol(1).setLimits(sidecar.limits)));
        }
        for (StreamCall each : frame.getCallsList()) {
            running.put(each.getNumber(), each.getCall());
            if (drained) {
                answer(each.getNumber(), null);
                continue;
            }
            sidecar.calls.add(each.getCall());
            FakeSidecar.Tool tool = sidecar.tools.get(each.getCall().getName());
            tool.run(each.getCall(), response -> answer(each.getNumber(), response));
        }
        for (long number : frame.getCancelList()) {
            CallRequest call = running.get(number);
            if (call != null) {
                sidecar.cancelled.add(call.getName());
                answer(number, FakeSidecar.Answers.failure(
                        dev.toolspan.v1.FaultKind.FAULT_KIND_CANCELLED, "cancelled"));
            }
        }
        sidecar.frames.add(frame);
    }

    /** Null: the call did not run. */
    void answer(long number, ToolResponse response) {
        if (running.remove(number) != null) {
            StreamAnswer.Builder answer = StreamAnswer.newBuilder().setNumber(number);
            if (response != null) {
                answer.setResponse(response);
            }
            say(StreamResponse.newBuilder().addAnswers(answer));
        }
    }

    void progress(long number, double fraction, String message) {
        say(StreamResponse.newBuilder().addProgress(StreamProgress.newBuilder()
                .setNumber(number)
                .setProgress(Progress.newBuilder().setFraction(fraction).setMessage(message))));
    }

    void drain() {
        drained = true;
        say(StreamResponse.newBuilder().setDrain(Drain.getDefaultInstance()));
    }

    private synchronized void say(StreamResponse.Builder frame) {
        if (!ended) {
            out.onNext(frame.build());
        }
    }

    synchronized void end(Status status) {
        if (!ended) {
            ended = true;
            if (status.isOk()) {
                out.onCompleted();
            } else {
                out.onError(status.asRuntimeException());
            }
        }
    }

    @Override
    public synchronized void onError(Throwable gone) {
        ended = true;
    }

    @Override
    public void onCompleted() {
        end(Status.OK);
    }
}
