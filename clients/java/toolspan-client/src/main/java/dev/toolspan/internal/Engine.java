package dev.toolspan.internal;

/** How one call travels over a connected link. What follows when it does not arrive, {@link CallRun} decides. */
interface Engine {
    /** Sends a call once there is room for it; its reply is told to it, from any thread. */
    Sending send(Outgoing call);

    /** One call under way. */
    interface Sending {
        /** Nobody wants the answer; the sidecar is told if it has the call. */
        void cancel();
    }
}
