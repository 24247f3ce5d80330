package dev.toolspan.internal;

import dev.toolspan.CancelToken;
import dev.toolspan.Fault;
import dev.toolspan.Outcome;
import dev.toolspan.Progress;
import dev.toolspan.ToolResponse;
import dev.toolspan.v1.CallRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** One call from its arguments to its response: waits, sends, repeats what may be repeated (C8.6). */
final class CallRun implements Outgoing {
    private static final long AGAIN_MS = 50;
    private static final int MOST_ATTEMPTS = 3;
    /** Bytes of a result above which the connection's loop does not read it. */
    private static final int LARGE_BYTES = 64 << 10;

    private final Session session;
    private final String tool;
    private final CallRequest request;
    private final Executor via;
    private final Follow follow;
    private final Budget budget;
    private final CompletableFuture<ToolResponse> response = new Cancellable<>(this::stop);
    private volatile Engine.Sending sending;
    private long reachBy;
    private volatile long sentAt;
    private String notRun;
    private int lost;
    private boolean waited;

    /** Replies are taken on the executor; where there is a listener to progress, it is told before. */
    CallRun(Session session, String tool, CallRequest request, Executor via, Follow follow) {
        this.session = session;
        this.tool = tool;
        this.request = request;
        this.via = follow == null ? via : follow;
        this.follow = follow;
        this.budget = Budget.of(request, session.limits());
    }

    CompletableFuture<ToolResponse> start(CancelToken token) {
        if (token != null) {
            CancelToken.Registration registration = token.onCancel(this::cancel);
            response.whenComplete((value, failure) -> registration.close());
        }
        reachBy = session.link.reachBy(budget.deadline());
        connect();
        return response;
    }

    /** Ends the call as cancelled at once, and tells the tool. */
    void cancel() {
        if (settle(Faults.cancelled(tool))) {
            stop();
        }
    }

    private void stop() {
        Engine.Sending current = sending;
        if (current != null) {
            current.cancel();
        }
    }

    private void connect() {
        if (response.isDone()) {
            return;
        }
        if (session.link.isReady()) {
            send();
            return;
        }
        waited = true;
        session.link.ready(reachBy).whenComplete((connected, unreachable) -> {
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
        if (budget.isOver()) {
            outOfTime();
            return;
        }
        sentAt = System.nanoTime();
        Engine.Sending current = session.engine.send(this);
        sending = current;
        if (response.isDone()) {
            current.cancel();
        }
    }

    @Override
    public CallRequest request(boolean late) {
        return budget.state(request, waited || late);
    }

    @Override
    public int argumentsBytes() {
        return Arguments.bytes(request);
    }

    @Override
    public long deadline() {
        return budget.deadline();
    }

    @Override
    public boolean isNested() {
        return request.getDepth() > 0;
    }

    @Override
    public boolean wantsProgress() {
        return follow != null;
    }

    @Override
    public void progress(Progress update) {
        if (follow != null && !response.isDone()) {
            follow.hear(update);
        }
    }

    @Override
    public void arrived(Reply reply) {
        boolean isLarge = reply instanceof Reply.Answered answered
                && answered.response().getResult().getData().size() > LARGE_BYTES;
        if (via != Session.HERE) {
            via.execute(() -> take(reply));
        } else if (isLarge) {
            session.link.threads.run(() -> take(reply));
        } else {
            take(reply);
        }
    }

    private void take(Reply reply) {
        if (response.isDone()) {
            return;
        }
        if (session.link.isClosed() && !(reply instanceof Reply.Answered)) {
            settle(Faults.cancelled(tool));
        } else if (reply instanceof Reply.Answered answered) {
            response.complete(WireResponse.fromWire(tool, answered.response()));
        } else if (reply instanceof Reply.NotRun notRun) {
            again(notRun);
        } else if (reply instanceof Reply.Lost) {
            repeat();
        } else if (reply instanceof Reply.Expired expired) {
            expired(expired);
        } else if (reply instanceof Reply.Refused refused) {
            response.completeExceptionally(refused.why());
        } else if (reply instanceof Reply.Broken broken) {
            settle(Faults.internal(broken.message()));
        }
    }

    // waits for the next sidecar, within the same bounds; the time that the call spent with one does not count
    private void again(Reply.NotRun reply) {
        notRun = reply.reason();
        waited = true;
        reachBy = budget.noLaterThan(reachBy + System.nanoTime() - sentAt);
        if (reachBy - System.nanoTime() > 0) {
            CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS, session.link.threads::run)
                    .execute(this::connect);
        } else {
            outOfTime();
        }
    }

    private void expired(Reply.Expired reply) {
        if (reply.sent()) {
            settle(Faults.timeout(tool, budget.ms()));
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
            settle(Faults.timeout(tool, budget.ms()));
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
                reachBy = session.link.reachBy(budget.deadline());
                connect();
            } else {
                settle(Faults.hostLost(tool));
            }
        });
    }

    private boolean settle(Fault fault) {
        return response.complete(Normalise.normalise(tool, new Outcome.Raised<>(fault), budget.elapsedMs()));
    }
}
