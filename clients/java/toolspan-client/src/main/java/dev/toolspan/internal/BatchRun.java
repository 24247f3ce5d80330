package dev.toolspan.internal;

import dev.toolspan.Call;
import dev.toolspan.Fault;
import dev.toolspan.ToolResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A batch as an RPC of its own (C2.8). */
final class BatchRun implements Batch {
    private static final long AGAIN_MS = 50;
    private static final int MOST_ATTEMPTS = 3;

    private final Session session;
    private final int parallelism;
    private final List<BatchSlot> slots;
    private final CompletableFuture<List<ToolResponse>> responses = new CompletableFuture<>();
    private volatile BatchStream stream;
    private volatile boolean cancelled;
    private long reachBy;
    private int lost;

    BatchRun(Session session, List<Call> calls, int parallelism, Nesting nesting) {
        this.session = session;
        this.parallelism = parallelism;
        this.slots = calls.stream().map(call -> slot(call, nesting)).toList();
    }

    private BatchSlot slot(Call call, Nesting nesting) {
        String tool = call.name();
        Prepared prepared = Prepared.of(tool, call.args(), call.options(), session.limits());
        if (prepared instanceof Prepared.Settled settled) {
            BatchSlot slot = new BatchSlot(tool, null);
            slot.settle(settled.fault());
            return slot;
        }
        BatchSlot slot = new BatchSlot(tool, nesting.within(((Prepared.Ready) prepared).request()));
        if (call.options().cancel() != null) {
            slot.cancelledBy(call.options().cancel(), () -> withdraw(slot));
        }
        return slot;
    }

    private void withdraw(BatchSlot slot) {
        BatchStream current = stream;
        if (current != null) {
            current.cancel(slot);
        }
    }

    @Override
    public CompletableFuture<List<ToolResponse>> start() {
        CompletableFuture<?>[] all = slots.stream().map(BatchSlot::response).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).thenRun(() ->
                responses.complete(slots.stream().map(slot -> slot.response().join()).toList()));
        responses.whenComplete((value, failure) -> {
            if (responses.isCancelled()) {
                cancel();
            }
        });
        reachBy = session.link.reachBy(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
        connect();
        return responses;
    }

    @Override
    public void cancel() {
        cancelled = true;
        BatchStream current = stream;
        if (current != null) {
            current.abort();
        }
        settle(Faults::cancelled);
    }

    private List<BatchSlot> pending() {
        return slots.stream().filter(BatchSlot::isPending).toList();
    }

    private void connect() {
        if (pending().isEmpty()) {
            return;
        }
        session.link.ready(reachBy).whenComplete((connected, unreachable) -> {
            if (unreachable == null) {
                send();
            } else {
                fail(Ask.unwrapped(unreachable));
            }
        });
    }

    private void send() {
        List<BatchSlot> open = pending();
        if (open.isEmpty()) {
            return;
        }
        BatchStream current = new BatchStream(session.link, open, session.maxInboundBytes());
        stream = current;
        current.start(parallelism, session.limits().getMaxMessageBytes());
        if (cancelled) {
            current.abort();
        }
        current.end().thenAccept(this::ended);
    }

    private void ended(Reply end) {
        if (pending().isEmpty()) {
            return;
        }
        if (cancelled || session.link.isClosed()) {
            settle(Faults::cancelled);
        } else if (end instanceof Reply.NotRun notRun) {
            again(notRun);
        } else if (end instanceof Reply.Lost) {
            repeat();
        } else if (end instanceof Reply.Refused refused) {
            fail(refused.why());
        } else if (end instanceof Reply.Broken broken) {
            settle(tool -> Faults.internal(broken.message()));
        } else {
            settle(tool -> Faults.internal("the sidecar ended the batch without an answer"));
        }
    }

    private void again(Reply.NotRun notRun) {
        if (reachBy - System.nanoTime() > 0) {
            CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS, session.link.threads::run)
                    .execute(this::connect);
        } else {
            fail(session.link.cannotReach(notRun.reason(), null));
        }
    }

    // an exception would hide what has already been answered or may have run
    private void fail(Throwable failure) {
        boolean untouched = lost == 0 && slots.stream().allMatch(s -> s.request == null || s.isPending());
        if (untouched) {
            responses.completeExceptionally(failure);
        } else {
            settle(Faults::hostLost);
        }
    }

    private void repeat() {
        lost++;
        if (lost >= MOST_ATTEMPTS) {
            settle(Faults::hostLost);
            return;
        }
        List<CompletableFuture<Void>> decided = new ArrayList<>();
        for (BatchSlot slot : pending()) {
            decided.add(session.catalog.isIdempotent(slot.tool).thenAccept(repeatable -> {
                if (!repeatable) {
                    slot.settle(Faults.hostLost(slot.tool));
                }
            }));
        }
        CompletableFuture.allOf(decided.toArray(CompletableFuture[]::new)).thenRun(() -> {
            reachBy = session.link.reachBy(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
            connect();
        });
    }

    private void settle(Function<String, Fault> fault) {
        pending().forEach(slot -> slot.settle(fault.apply(slot.tool)));
    }
}
