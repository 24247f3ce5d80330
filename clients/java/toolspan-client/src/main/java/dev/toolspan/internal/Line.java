package dev.toolspan.internal;

import dev.toolspan.Progress;
import dev.toolspan.v1.StreamAnswer;
import dev.toolspan.v1.StreamProgress;
import dev.toolspan.v1.StreamRequest;
import dev.toolspan.v1.StreamResponse;
import dev.toolspan.v1.ToolsGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * One stream: calls leave in frames of whatever is queued, with no timer, and are answered by number (C8.5). Calls come
 * from any thread over a queue without locks; everything else happens on the connection's own loop.
 */
final class Line extends ClientCall.Listener<StreamResponse> {
    /** The sidecar answers in time; the backstop is for one that does not (C2.6). */
    static final long BACKSTOP_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Reply STOPPING = new Reply.NotRun("it is stopping");

    private final StreamEngine engine;
    private final EventLoop loop;
    /** For one call only: it ends when that is answered. */
    private final boolean single;
    private final Arrivals<LineCall> arrivals = new Arrivals<>(this::toLoop, this::heed, this::flush);
    private final LineQueue queue = new LineQueue();
    private final LineTimer timer;
    private final SentTracer sent = new SentTracer();
    private ClientCall<StreamRequest, StreamResponse> stream;
    private volatile int turn;
    private boolean greeted;
    private boolean welcomed;
    private boolean retired;
    private boolean halfClosed;
    private Status end;

    Line(StreamEngine engine, EventLoop loop, boolean single) {
        this.engine = engine;
        this.loop = loop;
        this.single = single;
        this.timer = new LineTimer(loop, this::sweep);
    }

    LineCall send(Outgoing call) {
        LineCall each = new LineCall(this, call, turn);
        submit(each);
        return each;
    }

    /** From any thread: a call that comes, or that nobody wants any more. */
    void submit(LineCall each) {
        arrivals.add(each);
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            toLoop(task);
        }
    }

    private void toLoop(Runnable task) {
        engine.link.onLoop(task);
    }

    private void heed(LineCall each) {
        queue.heed(each);
        if (!each.gone) {
            timer.by(each.call.deadline());
        }
    }

    private void flush() {
        if (end != null || retired) {
            queue.giveBack(each -> each.arrived(STOPPING));
        } else if (stream == null && queue.hasWaiting()) {
            open();
        }
        if (stream == null || end != null || halfClosed) {
            return;
        }
        // the first frame waits for nothing
        while (stream.isReady() || !greeted) {
            StreamRequest.Builder frame = retired ? queue.onlyCancels() : queue.next(engine.limits(), turn);
            if (frame == null) {
                break;
            }
            if (!greeted) {
                greeted = true;
                frame.setHello(Protocol.hello());
            }
            stream.sendMessage(frame.build());
        }
        if (queue.hasWaiting()) {
            turn++;
        }
        if ((retired || single) && queue.isIdle()) {
            halfClosed = true;
            stream.halfClose();
        }
    }

    private void open() {
        stream = engine.link.channel().newCall(ToolsGrpc.getStreamMethod(), CallOptions.DEFAULT
                .withExecutor(this::onLoop)
                .withMaxInboundMessageSize(engine.maxInboundBytes)
                .withStreamTracerFactory(sent));
        stream.start(this, new Metadata());
        stream.request(Integer.MAX_VALUE);
    }

    @Override
    public void onReady() {
        flush();
    }

    @Override
    public void onMessage(StreamResponse frame) {
        welcomed = true;
        if (frame.hasWelcome()) {
            engine.learn(frame.getWelcome().getLimits());
        }
        if (frame.hasLimits()) {
            engine.learn(frame.getLimits());
        }
        for (StreamProgress each : frame.getProgressList()) {
            tell(queue.find(each.getNumber()), each.getProgress());
        }
        for (StreamAnswer each : frame.getAnswersList()) {
            answer(each);
        }
        if (frame.hasDrain()) {
            retire();
        }
        flush();
    }

    private void tell(LineCall each, dev.toolspan.v1.Progress update) {
        if (each != null && !each.gone) {
            each.call.progress(new Progress(
                    update.hasFraction() ? update.getFraction() : null,
                    update.hasMessage() ? update.getMessage() : null));
        }
    }

    private void answer(StreamAnswer answer) {
        LineCall each = queue.answered(answer.getNumber());
        if (!answer.hasResponse()) {
            retire();
        }
        if (each != null) {
            each.arrived(answer.hasResponse()
                    ? new Reply.Answered(answer.getResponse())
                    : STOPPING);
        }
    }

    private void retire() {
        retired = true;
        engine.retired(this);
    }

    private void sweep() {
        timer.after(queue.expire(System.nanoTime(), Long.MAX_VALUE));
        flush();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        end = status;
        timer.stop();
        engine.retired(this);
        if (!welcomed && status.getCode() == Status.Code.UNIMPLEMENTED) {
            engine.noStreams();
            queue.giveUp(each -> engine.byItself(each));
            queue.giveBack(each -> engine.byItself(each));
            return;
        }
        Reply whole = status.isOk() ? new Reply.Lost() : Reply.of(status, sent.left());
        // a refusal counts before the welcome; after it the sidecar may have run what was sent
        Reply ofSent = welcomed ? new Reply.Lost() : whole;
        // a sidecar that drains ends its stream once it has answered all that ran: what is left did not
        if (retired && status.isOk()) {
            ofSent = STOPPING;
        }
        boolean isLost = welcomed || whole instanceof Reply.Lost;
        Reply ofWaiting = isLost ? new Reply.NotRun(Reply.reason(status)) : whole;
        Reply left = ofSent;
        queue.giveUp(each -> each.arrived(left));
        queue.giveBack(each -> each.arrived(ofWaiting));
    }
}
