package dev.toolspan.internal;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CannotReachException;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A batch as calls of their own, at most so many at once; slot i answers call i (C2.8). */
final class BatchEach implements Batch {
    private final Session session;
    private final List<Call> calls;
    private final Prepared[] prepared;
    private final int window;
    private final Nesting nesting;
    private final Executor via;
    /** A ToolResponse, or a Throwable where nobody could be asked. */
    private final AtomicReferenceArray<Object> slots;
    private final AtomicReferenceArray<CallRun> runs;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger open;
    private final AtomicInteger wanted = new AtomicInteger();
    private final CompletableFuture<List<ToolResponse>> responses = new Cancellable<>(this::cancel);
    private volatile boolean cancelled;
    private volatile boolean asked;
    private volatile Throwable unreachable;
    private int next;

    BatchEach(Session session, List<Call> calls, int parallelism, Nesting nesting, Executor via) {
        this.nesting = nesting;
        this.session = session;
        this.calls = calls;
        this.window = parallelism == 0 ? calls.size() : parallelism;
        this.via = via;
        this.slots = new AtomicReferenceArray<>(calls.size());
        this.runs = new AtomicReferenceArray<>(calls.size());
        this.open = new AtomicInteger(calls.size());
        // whatever is wrong with what the caller gave is known before the first call leaves
        this.prepared = calls.stream()
                .map(call -> Prepared.of(call.name(), call.args(), call.options(), session.limits()))
                .toArray(Prepared[]::new);
    }

    @Override
    public CompletableFuture<List<ToolResponse>> start() {
        if (calls.isEmpty()) {
            responses.complete(List.of());
            return responses;
        }
        // there, all that may run at once leaves in one frame
        session.link.onLoop(this::advance);
        return responses;
    }

    @Override
    public void cancel() {
        cancelled = true;
        for (int i = 0; i < runs.length(); i++) {
            CallRun run = runs.get(i);
            if (run != null) {
                run.cancel();
            }
        }
        advance();
    }

    // one thread at a time starts calls, however many find that there is room
    private void advance() {
        if (wanted.getAndIncrement() > 0) {
            return;
        }
        int seen = wanted.get();
        do {
            while (next < calls.size() && running.get() < window) {
                begin(next++);
            }
            seen = wanted.addAndGet(-seen);
        } while (seen != 0);
    }

    private void begin(int slot) {
        Call call = calls.get(slot);
        Prepared ready = prepared[slot];
        prepared[slot] = null;
        if (ready instanceof Prepared.Settled settled) {
            settle(slot, failed(call.name(), settled.fault()));
        } else if (cancelled) {
            settle(slot, failed(call.name(), Faults.cancelled(call.name())));
        } else if (unreachable != null) {
            settle(slot, unreachable);
        } else {
            running.getAndIncrement();
            run(slot, call, ((Prepared.Ready) ready));
        }
    }

    private void run(int slot, Call call, Prepared.Ready ready) {
        CallOptions options = call.options();
        CallRun run = session.run(call.name(), nesting.within(ready.request()), options, Session.HERE);
        runs.set(slot, run);
        run.start(options.cancel()).whenComplete((response, failure) -> {
            runs.set(slot, null);
            running.getAndDecrement();
            if (failure != null && options.timeout() == null) {
                unreachable = failure;
            }
            if (failure == null && !isCancelled(response)) {
                asked = true;
            }
            settle(slot, failure == null ? response : failure);
            advance();
        });
        if (cancelled) {
            run.cancel();
        }
    }

    private static boolean isCancelled(ToolResponse response) {
        return !response.success() && response.fault().kind() == FaultKind.CANCELLED;
    }

    private void settle(int slot, Object outcome) {
        slots.set(slot, outcome);
        if (open.decrementAndGet() == 0) {
            via.execute(this::finish);
        }
    }

    // an exception would hide what has already been answered or may have run
    private void finish() {
        ToolResponse[] answers = new ToolResponse[slots.length()];
        for (int i = 0; i < answers.length; i++) {
            if (slots.get(i) instanceof ToolResponse response) {
                answers[i] = response;
            } else if (!asked) {
                responses.completeExceptionally((Throwable) slots.get(i));
                return;
            } else {
                answers[i] = unasked(calls.get(i).name(), (Throwable) slots.get(i));
            }
        }
        responses.complete(List.of(answers));
    }

    private static ToolResponse unasked(String tool, Throwable why) {
        return failed(tool, why instanceof CannotReachException
                ? Faults.notReached(tool)
                : Faults.internal(String.valueOf(why.getMessage())));
    }

    private static ToolResponse failed(String tool, Fault fault) {
        return Normalise.normalise(tool, new Outcome.Raised<>(fault), 0);
    }
}
