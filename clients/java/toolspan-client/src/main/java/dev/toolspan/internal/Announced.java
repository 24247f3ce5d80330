package dev.toolspan.internal;

import dev.toolspan.v1.Limits;

/** The limits that a sidecar announced (C8.5). */
final class Announced {
    private static final Limits USUAL = Limits.newBuilder()
            .setMaxMessageBytes(32 << 20)
            .setMaxInFlight(1024)
            .setMaxJsonDepth(JsonReader.MAX_DEPTH)
            .setMaxCallMs(600_000)
            .setMaxStreamArgumentsBytes(256 << 10)
            .build();

    private Announced() {
    }

    /** A limit that is not announced is the usual one. */
    static Limits limits(Limits said) {
        Limits.Builder limits = USUAL.toBuilder();
        if (said.getMaxMessageBytes() > Arguments.ROOM) {
            limits.setMaxMessageBytes(said.getMaxMessageBytes());
        }
        if (said.getMaxInFlight() > 0) {
            limits.setMaxInFlight(said.getMaxInFlight());
        }
        if (said.getMaxJsonDepth() > 0) {
            limits.setMaxJsonDepth(said.getMaxJsonDepth());
        }
        if (said.getMaxCallMs() > 0) {
            limits.setMaxCallMs(said.getMaxCallMs());
        }
        if (said.getMaxStreamArgumentsBytes() > 0) {
            limits.setMaxStreamArgumentsBytes(said.getMaxStreamArgumentsBytes());
        }
        return limits.build();
    }
}
