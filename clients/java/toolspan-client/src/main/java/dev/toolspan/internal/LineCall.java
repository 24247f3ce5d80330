package dev.toolspan.internal;

/** One call on a line. All but its two flags belongs to the line's loop. */
final class LineCall implements Engine.Sending {
    final Outgoing call;
    /** The turn of the line in which it came; a later one has to count what is left of its budget. */
    final int turn;
    /** Its number on the stream; 0 until it is sent. */
    long number;
    volatile boolean gone;
    private final Line line;
    private volatile Engine.Sending instead;

    LineCall(Line line, Outgoing call, int turn) {
        this.line = line;
        this.call = call;
        this.turn = turn;
    }

    /** Sends it by another engine. */
    void by(Engine other) {
        instead = other.send(call);
        if (gone) {
            instead.cancel();
        }
    }

    void arrived(Reply reply) {
        if (!gone) {
            gone = true;
            call.arrived(reply);
        }
    }

    @Override
    public void cancel() {
        if (gone && instead == null) {
            return;
        }
        gone = true;
        Engine.Sending other = instead;
        if (other != null) {
            other.cancel();
        } else {
            line.submit(this);
        }
    }
}
