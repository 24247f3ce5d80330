package dev.toolspan.host.internal;

import dev.toolspan.v1.AttachRequest;
import io.grpc.stub.ClientCallStreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;

/** The one writer of a stream: a frame carries whatever is queued when the stream has room for it. */
final class Outbox {
    private static final int FRAME_BYTES = 1 << 20;
    /** What may wait before a tool that reports progress waits too. */
    private static final int FULL_BYTES = 4 << 20;

    private final ClientCallStreamObserver<AttachRequest> stream;
    private final Deque<AttachRequest> queue = new ArrayDeque<>();
    private int queuedBytes;
    private boolean writing;
    private boolean finishing;
    private boolean over;

    Outbox(ClientCallStreamObserver<AttachRequest> stream) {
        this.stream = stream;
    }

    /** Queues what is to be said, in order. */
    void say(AttachRequest said) {
        synchronized (queue) {
            if (over || finishing) {
                return;
            }
            queue.addLast(said);
            queuedBytes += said.getSerializedSize();
        }
        write();
    }

    /** Half-closes when all is said. */
    void finish() {
        synchronized (queue) {
            finishing = true;
        }
        write();
    }

    /** Says nothing more. */
    void end() {
        synchronized (queue) {
            over = true;
            queue.clear();
            queue.notifyAll();
        }
    }

    /** Waits while much is queued; false where the thread was interrupted, which it stays, or the stream is over. */
    boolean awaitRoom() {
        synchronized (queue) {
            while (queuedBytes > FULL_BYTES && !over) {
                try {
                    queue.wait();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return !over;
        }
    }

    /** Writes as much as the stream has room for, unless another thread is at it. */
    void write() {
        synchronized (queue) {
            if (writing || over) {
                return;
            }
            writing = true;
        }
        for (AttachRequest frame = next(); frame != null; frame = next()) {
            stream.onNext(frame);
        }
    }

    // null where there is nothing to write now, and this thread no longer writes
    private AttachRequest next() {
        synchronized (queue) {
            if (!over && !queue.isEmpty() && stream.isReady()) {
                return frame();
            }
            writing = false;
            if (!over && finishing && queue.isEmpty()) {
                over = true;
                stream.onCompleted();
            }
            return null;
        }
    }

    private AttachRequest frame() {
        AttachRequest first = queue.removeFirst();
        int bytes = first.getSerializedSize();
        AttachRequest.Builder frame = queue.isEmpty() ? null : first.toBuilder();
        while (!queue.isEmpty() && bytes + queue.peekFirst().getSerializedSize() <= FRAME_BYTES) {
            AttachRequest more = queue.removeFirst();
            bytes += more.getSerializedSize();
            frame.mergeFrom(more);
        }
        queuedBytes -= bytes;
        queue.notifyAll();
        return frame == null ? first : frame.build();
    }
}
