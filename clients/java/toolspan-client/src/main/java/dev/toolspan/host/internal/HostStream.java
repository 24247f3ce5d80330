package dev.toolspan.host.internal;

import dev.toolspan.internal.HostDoor;
import dev.toolspan.v1.AttachRequest;
import dev.toolspan.v1.AttachResponse;
import dev.toolspan.v1.Drain;
import dev.toolspan.v1.HostProcess;
import dev.toolspan.v1.InvocationOutcome;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.Outcome;
import dev.toolspan.v1.Progress;
import dev.toolspan.v1.StreamCall;
import dev.toolspan.v1.StreamProgress;
import dev.toolspan.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attachment to one sidecar, from the offers to its end. */
final class HostStream implements ClientResponseObserver<AttachRequest, AttachResponse> {
    /** For so long a sidecar may let us wait for its own drain, which says that no invocation is on its way any more. */
    private static final long QUIET_MS = 1000;

    private final HostDoor door;
    private final Offers offers;
    private final Map<String, Definition> tools;
    private final Workers workers;
    private final Map<Long, Invocation> running = new ConcurrentHashMap<>();
    private final ConcurrentSkipListSet<String> accepted = new ConcurrentSkipListSet<>();
    private final ConcurrentSkipListMap<String, String> refused = new ConcurrentSkipListMap<>();
    private final CompletableFuture<Void> offered = new CompletableFuture<>();
    private final CompletableFuture<Status> ended = new CompletableFuture<>();
    private ClientCallStreamObserver<AttachRequest> requests;
    private Outbox outbox;
    private volatile Limits limits;
    /** The sidecar sends nothing more: ends when idle. */
    private volatile boolean isDrained;
    /** This host stops: takes nothing new. */
    private volatile boolean isLeaving;

    private HostStream(HostDoor door, Offers offers, Workers workers) {
        this.door = door;
        this.offers = offers;
        this.tools = offers.byBareName();
        this.workers = workers;
        this.limits = door.limits(Welcome.getDefaultInstance());
    }

    static HostStream open(HostDoor door, Offers offers, Workers workers, int maxInFlight) {
        HostStream stream = new HostStream(door, offers, workers);
        ClientCalls.asyncBidiStreamingCall(door.open(), stream);
        stream.outbox.say(AttachRequest.newBuilder()
                .setHello(door.hello())
                .setProcess(process(door.hostId(), maxInFlight))
                .addAllOffers(offers.toWire())
                .build());
        return stream;
    }

    private static HostProcess process(String id, int maxInFlight) {
        String runtime = System.getProperty("java.runtime.name").replace(" Runtime Environment", "");
        return HostProcess.newBuilder()
                .setPid(ProcessHandle.current().pid())
                .setRuntime(runtime + " " + System.getProperty("java.version"))
                .setId(id)
                .setMaxInFlight(maxInFlight)
                .build();
    }

    /** Completes when each offer is answered, or the stream has ended. */
    CompletableFuture<Void> offered() {
        return offered;
    }

    /** Completes with how the stream ended. */
    CompletableFuture<Status> ended() {
        return ended;
    }

    List<String> accepted() {
        return ended.isDone() ? List.of() : List.copyOf(accepted);
    }

    Map<String, String> refused() {
        return refused;
    }

    HostDoor door() {
        return door;
    }

    Limits limits() {
        return limits;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<AttachRequest> stream) {
        requests = stream;
        outbox = new Outbox(stream);
        stream.setOnReadyHandler(outbox::write);
    }

    @Override
    public void onNext(AttachResponse frame) {
        if (frame.hasWelcome()) {
            limits = door.limits(frame.getWelcome());
        }
        if (frame.hasPing()) {
            outbox.say(AttachRequest.newBuilder().setPong(frame.getPing()).build());
        }
        accepted.addAll(frame.getAcceptedList());
        frame.getRefusalsList().forEach(refusal -> refused.put(refusal.getName(), refusal.getReason()));
        if (!offered.isDone() && accepted.size() + refused.size() >= offers.size()) {
            door.run(() -> offered.complete(null));
        }
        frame.getInvocationsList().forEach(this::start);
        frame.getCancelList().forEach(this::stop);
        frame.getTimedOutList().forEach(this::stop);
        if (frame.hasDrain()) {
            synchronized (running) {
                isDrained = true;
                running.notifyAll();
            }
            finishIfIdle();
        }
    }

    private void start(StreamCall call) {
        Definition tool = tools.get(call.getCall().getName());
        // a call that has no outcome did not run, and is the sidecar's to place elsewhere
        if (isLeaving || tool == null) {
            InvocationOutcome notRun = InvocationOutcome.newBuilder().setNumber(call.getNumber()).build();
            outbox.say(AttachRequest.newBuilder().addOutcomes(notRun).build());
            return;
        }
        Invocation invocation = new Invocation(this, call, tool);
        running.put(call.getNumber(), invocation);
        workers.start(invocation);
    }

    // not here, since the listeners of a token may take their time
    private void stop(long number) {
        Invocation invocation = running.get(number);
        if (invocation != null) {
            workers.run(invocation::stop);
        }
    }

    boolean withdraw(Invocation invocation) {
        return workers.withdraw(invocation);
    }

    void done(Invocation invocation) {
        workers.done(invocation);
    }

    void progress(Invocation invocation, Progress progress) {
        StreamProgress said =
                StreamProgress.newBuilder().setNumber(invocation.number()).setProgress(progress).build();
        outbox.say(AttachRequest.newBuilder().addProgress(said).build());
    }

    boolean awaitRoom() {
        return outbox.awaitRoom();
    }

    void outcome(Invocation invocation, Outcome outcome, long elapsedMs) {
        InvocationOutcome said = InvocationOutcome.newBuilder()
                .setNumber(invocation.number())
                .setOutcome(outcome)
                .setExecutionTimeMs(elapsedMs)
                .build();
        outbox.say(AttachRequest.newBuilder().addOutcomes(said).build());
        running.remove(invocation.number());
        synchronized (running) {
            running.notifyAll();
        }
        finishIfIdle();
    }

    private void finishIfIdle() {
        if (isDrained && running.isEmpty()) {
            outbox.finish();
        }
    }

    @Override
    public void onError(Throwable failure) {
        end(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
        end(Status.OK);
    }

    // what still runs has nobody left to answer
    private void end(Status status) {
        outbox.end();
        door.run(() -> {
            ended.complete(status);
            offered.complete(null);
        });
        running.values().forEach(invocation -> workers.run(invocation::stop));
    }

    /** Takes nothing new, waits for what runs, and ends the stream; returns when it has ended. */
    void leave(Duration grace) {
        isLeaving = true;
        outbox.say(AttachRequest.newBuilder().setDrain(Drain.newBuilder().setGraceMs(grace.toMillis())).build());
        boolean isIdle = awaitIdle(Math.max(QUIET_MS, grace.toMillis()));
        running.values().forEach(invocation -> workers.run(invocation::stop));
        outbox.finish();
        try {
            ended.get(isIdle ? 2 : 1, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            cut();
        }
    }

    /** Ends the stream at once. */
    void cut() {
        requests.cancel("the host ends", null);
    }

    private boolean awaitIdle(long mostMs) {
        long started = System.nanoTime();
        synchronized (running) {
            while (!ended.isDone()) {
                long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
                long quiet = isDrained ? 0 : QUIET_MS;
                long left = (running.isEmpty() ? quiet : mostMs) - waited;
                if (left <= 0) {
                    return running.isEmpty();
                }
                try {
                    running.wait(left);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return true;
        }
    }
}
