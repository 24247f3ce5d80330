package dev.toolspan.internal;

import dev.toolspan.v1.Limits;
import dev.toolspan.v1.StreamCall;
import dev.toolspan.v1.StreamRequest;
import dev.toolspan.v1.CallRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What a line has to send and what it waits for; it belongs to the line's loop. */
final class LineQueue {
    /** Bytes of one frame above which another begins, so that nothing small is ever behind a huge frame. */
    private static final int FRAME_BYTES = 1 << 20;

    private final Set<LineCall> waiting = new LinkedHashSet<>();
    /** Those that a tool calls wait for no place, only for their frame. */
    private final Set<LineCall> nested = new LinkedHashSet<>();
    /** What the sidecar has yet to answer, also where nobody waits for the answer any more. */
    private final Map<Long, LineCall> sent = new HashMap<>();
    private List<Long> cancels = new ArrayList<>();
    private long last;

    /** Takes over a call that comes, or that somebody no longer wants. */
    void heed(LineCall each) {
        if (!each.gone) {
            (each.call.isNested() ? nested : waiting).add(each);
        } else if (each.number == 0) {
            waiting.remove(each);
            nested.remove(each);
        } else if (sent.containsKey(each.number)) {
            cancels.add(each.number);
        }
    }

    boolean isIdle() {
        return !hasWaiting() && sent.isEmpty() && cancels.isEmpty();
    }

    boolean hasWaiting() {
        return !waiting.isEmpty() || !nested.isEmpty();
    }

    boolean hasSent() {
        return !sent.isEmpty();
    }

    LineCall find(long number) {
        return sent.get(number);
    }

    LineCall answered(long number) {
        return sent.remove(number);
    }

    /** As much as one frame may carry now; null when there is nothing. */
    StreamRequest.Builder next(Limits limits, int turn) {
        int most = Math.min(FRAME_BYTES, limits.getMaxMessageBytes() - Arguments.ROOM);
        StreamRequest.Builder frame = StreamRequest.newBuilder();
        int bytes = fill(frame, nested, Integer.MAX_VALUE, most, 0, turn);
        if (nested.isEmpty()) {
            fill(frame, waiting, limits.getMaxInFlight(), most, bytes, turn);
        }
        if (!cancels.isEmpty()) {
            frame.addAllCancel(cancels);
            cancels = new ArrayList<>();
        }
        return frame.getCallsCount() + frame.getCancelCount() == 0 ? null : frame;
    }

    // until the frame has so many bytes, or so many calls are unanswered; answers how many bytes it has
    private int fill(
            StreamRequest.Builder frame, Set<LineCall> from, int places, int most, int filled, int turn) {
        int bytes = filled;
        Iterator<LineCall> calls = from.iterator();
        while (sent.size() < places && calls.hasNext()) {
            LineCall each = calls.next();
            CallRequest request = each.call.request(each.turn != turn);
            if (request == null) {
                calls.remove();
                each.arrived(new Reply.Expired(false));
                continue;
            }
            int size = request.getSerializedSize();
            if (frame.getCallsCount() > 0 && bytes + size > most) {
                break;
            }
            bytes += size;
            calls.remove();
            each.number = ++last;
            sent.put(each.number, each);
            frame.addCalls(StreamCall.newBuilder()
                    .setNumber(each.number)
                    .setCall(request)
                    .setWantsProgress(each.call.wantsProgress()));
        }
        return bytes;
    }

    /** Only the cancels. */
    StreamRequest.Builder onlyCancels() {
        if (cancels.isEmpty()) {
            return null;
        }
        StreamRequest.Builder frame = StreamRequest.newBuilder().addAllCancel(cancels);
        cancels = new ArrayList<>();
        return frame;
    }

    /** Ends what is over at this moment, with its backstop where it was sent; answers when the next one is. */
    long expire(long now, long never) {
        long next = Math.min(expire(waiting, now, never), expire(nested, now, never));
        for (LineCall each : List.copyOf(sent.values())) {
            long left = each.call.deadline() + Line.BACKSTOP_NANOS - now;
            if (!each.gone && left <= 0) {
                cancels.add(each.number);
                each.arrived(new Reply.Expired(true));
            } else if (!each.gone) {
                next = Math.min(next, left);
            }
        }
        return next;
    }

    private static long expire(Set<LineCall> unsent, long now, long never) {
        long next = never;
        for (Iterator<LineCall> calls = unsent.iterator(); calls.hasNext(); ) {
            LineCall each = calls.next();
            long left = each.call.deadline() - now;
            if (left <= 0) {
                calls.remove();
                each.arrived(new Reply.Expired(false));
            } else {
                next = Math.min(next, left);
            }
        }
        return next;
    }

    /** Hands back what was not sent. */
    void giveBack(Consumer<LineCall> to) {
        List<LineCall> all = new ArrayList<>(nested);
        all.addAll(waiting);
        nested.clear();
        waiting.clear();
        all.forEach(to);
    }

    /** Hands back what was sent and not answered. */
    void giveUp(Consumer<LineCall> to) {
        List<LineCall> all = List.copyOf(sent.values());
        sent.clear();
        all.forEach(to);
    }
}
