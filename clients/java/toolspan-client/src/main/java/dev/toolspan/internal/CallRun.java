package dev.toolspan.internal;

import dev.toolspan.CancelToken;
import dev.toolspan.Fault;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import dev.toolspan.v1.CallRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** One call from its arguments to its response: waits, sends, repeats what may be repeated (C8.6). */
final class CallRun {
    /** The sidecar answers in time; the backstop is for one that does not (C2.6). */
    private static final long BACKSTOP_MS = 2_000;
    private static final long AGAIN_MS = 50;
    private static final int MOST_ATTEMPTS = 3;

    private final Session session;
    private final String tool;
    private final CallRequest request;
    private final boolean limited;
    private final long budgetMs;
    private final long started = System.nanoTime();
    private final long deadline;
    private final CompletableFuture<ToolResponse> response = new CompletableFuture<>();
    private volatile Engine.Sending sending;
    private long reachBy;
    private String notRun;
    private int lost;
    private boolean waited;

    CallRun(Session session, String tool, CallRequest request) {
        this.session = session;
        this.tool = tool;
        this.request = request;
        this.limited = request.hasTimeoutMs();
        this.budgetMs = limited ? request.getTimeoutMs() : session.limits.getMaxCallMs();
        this.deadline = started + TimeUnit.MILLISECONDS.toNanos(budgetMs);
        response.whenComplete((value, failure) -> {
            if (response.isCancelled()) {
                stop();
            }
        });
    }

    CompletableFuture<ToolResponse> start(CancelToken token) {
        if (token != null) {
            CancelToken.Registration registration = token.onCancel(this::cancel);
            response.whenComplete((value, failure) -> registration.close());
        }
        if (!response.isDone()) {
            queue();
        }
        return response;
    }

    /** Ends the call as cancelled at once, and tells the tool. */
    void cancel() {
        settle(Faults.cancelled(tool));
        stop();
    }

    private void stop() {
        Engine.Sending current = sending;
        if (current != null) {
            current.cancel();
        }
    }

    private void queue() {
        CompletableFuture<Void> turn = session.gate.enter();
        if (!turn.isDone()) {
            waited = true;
            long left = Math.max(0, deadline - System.nanoTime());
            Future<?> guard = session.link.threads.timer.schedule(
                    () -> session.link.threads.run(() -> settle(Faults.timeout(tool, budgetMs))),
                    left,
                    TimeUnit.NANOSECONDS);
            turn.whenComplete((entered, gone) -> guard.cancel(false));
        }
        response.whenComplete((value, failure) -> session.gate.leave(turn));
        turn.thenRun(() -> {
            reachBy = session.link.reachBy(deadline);
            connect();
        });
    }

    private void connect() {
        if (response.isDone()) {
            return;
        }
        CompletableFuture<Void> ready = session.link.ready(reachBy);
        waited |= !ready.isDone();
        ready.whenComplete((connected, unreachable) -> {
            if (unreachable == null) {
                send();
            } else if (lost > 0) {
                settle(Faults.hostLost(tool));
            } else {
                response.completeExceptionally(Ask.unwrapped(unreachable));
            }
        });
    }

    private void send() {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (leftMs <= 0) {
            outOfTime();
            return;
        }
        CallRequest now = limited && waited
                ? request.toBuilder().setTimeoutMs(leftMs).build()
                : request;
        Engine.Sending current = session.engine.send(now, deadline + TimeUnit.MILLISECONDS.toNanos(BACKSTOP_MS));
        sending = current;
        if (response.isDone()) {
            current.cancel();
        }
        current.reply().thenAccept(this::arrived);
    }

    private void arrived(Reply reply) {
        if (response.isDone()) {
            return;
        }
        if (session.link.isClosed() && !(reply instanceof Reply.Answered)) {
            settle(Faults.cancelled(tool));
        } else if (reply instanceof Reply.Answered answered) {
            response.complete(WireResponse.fromWire(tool, answered.response()));
        } else if (reply instanceof Reply.NotRun notRun) {
            again(notRun.reason());
        } else if (reply instanceof Reply.Lost) {
            repeat();
        } else if (reply instanceof Reply.Expired) {
            settle(Faults.timeout(tool, budgetMs));
        } else if (reply instanceof Reply.Refused refused) {
            response.completeExceptionally(refused.why());
        } else if (reply instanceof Reply.Broken broken) {
            settle(Faults.internal(broken.message()));
        }
    }

    // waits for the next sidecar, within the same bounds
    private void again(String reason) {
        notRun = reason;
        waited = true;
        if (reachBy - System.nanoTime() > 0) {
            CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS, session.link.threads::run)
                    .execute(this::connect);
        } else {
            outOfTime();
        }
    }

    // what is known of the last attempt says how the call ends
    private void outOfTime() {
        if (lost > 0) {
            settle(Faults.hostLost(tool));
        } else if (notRun != null) {
            response.completeExceptionally(session.link.cannotReach(notRun, null));
        } else {
            settle(Faults.timeout(tool, budgetMs));
        }
    }

    private void repeat() {
        lost++;
        waited = true;
        if (lost >= MOST_ATTEMPTS) {
            settle(Faults.hostLost(tool));
            return;
        }
        session.catalog.isIdempotent(tool).thenAccept(repeatable -> {
            if (repeatable) {
                reachBy = session.link.reachBy(deadline);
                connect();
            } else {
                settle(Faults.hostLost(tool));
            }
        });
    }

    private void settle(Fault fault) {
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        response.complete(Normalise.normalise(tool, new Outcome.Raised<>(fault), elapsedMs));
    }
}
