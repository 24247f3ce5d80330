package dev.toolspan;

/** How calls travel to the sidecar; nothing but speed, and progress, depends on it. */
public enum Transport {
    /** All calls share one stream, in frames of whatever is queued. */
    STREAM,
    /** Every call and every batch is an RPC of its own, and tells no progress. */
    UNARY
}
