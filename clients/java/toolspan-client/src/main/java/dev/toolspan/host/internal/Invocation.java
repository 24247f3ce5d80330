package dev.toolspan.host.internal;

import dev.toolspan.CancelToken;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import dev.toolspan.internal.Faults;
import dev.toolspan.internal.JsonReader;
import dev.toolspan.internal.JsonStrings;
import dev.toolspan.internal.Nesting;
import dev.toolspan.internal.Problem;
import dev.toolspan.internal.Texts;
import dev.toolspan.internal.WireOutcome;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Progress;
import dev.toolspan.v1.StreamCall;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One run of a tool, from its arguments to its one outcome. */
final class Invocation {
    final CancelToken token = new CancelToken();
    final Definition tool;
    final ToolLogger log;
    private final HostStream stream;
    private final long number;
    private final CallRequest call;
    private final boolean wantsProgress;
    private final String calledAs;
    private final long received = System.nanoTime();
    private final Object state = new Object();
    private Thread thread;
    private CompletableFuture<?> promised;
    private boolean stopped;
    private boolean settled;

    Invocation(HostStream stream, StreamCall wire, Definition tool) {
        this.stream = stream;
        this.number = wire.getNumber();
        this.call = wire.getCall();
        this.wantsProgress = wire.getWantsProgress();
        this.calledAs = wire.getCalledAs().isEmpty() ? call.getName() : wire.getCalledAs();
        this.tool = tool;
        this.log = new ToolLogger(tool.name(), call.getCallId());
        // a tool that wakes up takes back its own listeners, so the cancel has to have all of them before
        token.onCancel(this::interrupt);
    }

    long number() {
        return number;
    }

    boolean isNested() {
        return call.getDepth() > 0;
    }

    CallRequest call() {
        return call;
    }

    HostStream stream() {
        return stream;
    }

    /** The calls that this one makes stand one deeper. */
    Nesting nesting() {
        return new Nesting(call.getDepth() + 1, call.getTraceparent(), call.getTracestate());
    }

    /** Nanoseconds that are left of the budget, or null where there is none. */
    Long left() {
        if (!call.hasTimeoutMs()) {
            return null;
        }
        long budget = TimeUnit.MILLISECONDS.toNanos(call.getTimeoutMs());
        return Math.max(0, budget - (System.nanoTime() - received));
    }

    /** On a thread of its own. */
    void run() {
        boolean wanted;
        synchronized (state) {
            wanted = !stopped;
            thread = wanted ? Thread.currentThread() : null;
        }
        if (!wanted) {
            settle(new Outcome.Raised<>(Faults.cancelled(calledAs)), 0);
            stream.done(this);
            return;
        }
        long started = System.nanoTime();
        Outcome<Object> outcome = Foreign.attempt(this::body, log);
        synchronized (state) {
            thread = null;
            // the interrupt was for the tool, and the thread will run others
            Thread.interrupted();
        }
        if (outcome instanceof Outcome.Returned<Object> returned && returned.value() instanceof CompletionStage<?> stage) {
            await(stage, started);
        } else {
            answer(outcome, started);
        }
    }

    private Object body() throws Throwable {
        JsonReader.Read read = tool.inputs().json(call.getArguments().getData().toByteArray());
        if (read instanceof JsonReader.Bad bad) {
            return refused(List.of(new Problem("", bad.reason())));
        }
        if (!(((JsonReader.Value) read).value() instanceof Map<?, ?> json)) {
            return refused(List.of(new Problem("", Texts.NOT_AN_OBJECT)));
        }
        Place place = Place.root();
        Object arguments = tool.inputs().read().of(json, place);
        return place.problems().isEmpty()
                ? tool.body().run(arguments, new InvocationContext(this))
                : refused(place.problems());
    }

    private ToolResponse refused(List<Problem> problems) {
        return failed(Faults.invalidArguments(calledAs, problems));
    }

    private static ToolResponse failed(Fault fault) {
        return new ToolResponse(null, false, fault.message(), 0, null, List.of(), fault);
    }

    private void await(CompletionStage<?> stage, long started) {
        synchronized (state) {
            promised = stage instanceof CompletableFuture<?> future ? future : null;
        }
        Outcome<Object> waiting = Foreign.attempt(() -> stage.whenComplete((value, failure) -> answer(
                failure == null ? new Outcome.Returned<>(value) : thrown(failure), started)), log);
        if (waiting instanceof Outcome.Raised<Object>) {
            answer(waiting, started);
        }
        if (token.isCancelled()) {
            abandon();
        }
    }

    private Outcome<Object> thrown(Throwable failure) {
        return Foreign.attempt(() -> {
            throw unwrapped(failure);
        }, log);
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    // a value's own methods are foreign code, so it is written behind the same catch
    private void answer(Outcome<Object> outcome, long started) {
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        if (outcome instanceof Outcome.Returned<Object> returned) {
            Object value = returned.value();
            ToolResponse said = value instanceof ToolResponse explicit ? explicit : ToolResponse.success(value);
            settle(new Outcome.Returned<>(Foreign.own(said)), elapsedMs);
        } else {
            settle(new Outcome.Raised<>(((Outcome.Raised<Object>) outcome).fault()), elapsedMs);
        }
        stream.done(this);
    }

    private void settle(Outcome<ToolResponse> outcome, long elapsedMs) {
        Outcome<dev.toolspan.v1.Outcome> written =
                Foreign.attempt(() -> WireOutcome.toWire(outcome, calledAs, stream.limits()), log);
        dev.toolspan.v1.Outcome wire = written instanceof Outcome.Returned<dev.toolspan.v1.Outcome> returned
                ? returned.value()
                : WireOutcome.toWire(
                        new Outcome.Raised<>(((Outcome.Raised<?>) written).fault()), calledAs, stream.limits());
        synchronized (state) {
            if (!settled) {
                settled = true;
                stream.outcome(this, wire, elapsedMs);
            }
        }
    }

    /** There is no thread for it. */
    void refuse(Throwable why) {
        log.log(Level.ERROR, "there is no thread to run on", why);
        Fault fault = Fault.of(FaultKind.OVERLOADED, Texts.overloaded(calledAs), Map.of("effect", "none"));
        settle(new Outcome.Raised<>(fault), 0);
        stream.done(this);
    }

    /** Nobody waits for the outcome any more: tells the tool. */
    void stop() {
        log.expectEnd();
        synchronized (state) {
            stopped = true;
        }
        Foreign.attempt(() -> {
            token.cancel();
            return null;
        }, log);
        abandon();
        if (stream.withdraw(this)) {
            settle(new Outcome.Raised<>(Faults.cancelled(calledAs)), 0);
        }
    }

    private void interrupt() {
        synchronized (state) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    private void abandon() {
        CompletableFuture<?> future;
        synchronized (state) {
            future = promised;
        }
        if (future != null) {
            Foreign.attempt(() -> future.cancel(true), log);
        }
    }

    /** In order, and never after the outcome. */
    void progress(Double fraction, String message) {
        if (!wantsProgress || !stream.awaitRoom()) {
            return;
        }
        Progress.Builder progress = Progress.newBuilder();
        if (fraction != null) {
            progress.setFraction(fraction);
        }
        if (message != null) {
            progress.setMessage(JsonStrings.wellFormed(message));
        }
        synchronized (state) {
            if (!settled) {
                stream.progress(this, progress.build());
            }
        }
    }
}
