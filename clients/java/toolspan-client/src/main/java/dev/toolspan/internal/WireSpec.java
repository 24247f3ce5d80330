package dev.toolspan.internal;

import dev.toolspan.ToolSpec;
import dev.toolspan.ToolType;
import java.time.Duration;

/** The model form of a tool's spec on the wire. */
final class WireSpec {
    private WireSpec() {
    }

    static ToolSpec fromWire(dev.toolspan.v1.ToolSpec wire) {
        return new ToolSpec(
                wire.getName(),
                wire.getDescription(),
                WireResponse.object(wire.getInputSchema()),
                wire.hasOutputSchema() ? WireResponse.object(wire.getOutputSchema()) : null,
                type(wire.getType()),
                wire.getSource(),
                wire.hasTimeoutMs() ? Duration.ofMillis(wire.getTimeoutMs()) : null,
                wire.getIdempotent(),
                wire.getDigest(),
                wire.hasInjectedSchema() ? WireResponse.object(wire.getInjectedSchema()) : null);
    }

    private static ToolType type(dev.toolspan.v1.ToolType wire) {
        return switch (wire) {
            case TOOL_TYPE_MODEL_BUILT_IN -> ToolType.MODEL_BUILT_IN;
            case TOOL_TYPE_REMOTE_FUNCTION -> ToolType.REMOTE_FUNCTION;
            case TOOL_TYPE_MCP -> ToolType.MCP;
            // a type of a newer release is called like any other
            case TOOL_TYPE_FUNCTION, TOOL_TYPE_UNSPECIFIED, UNRECOGNIZED -> ToolType.FUNCTION;
        };
    }
}
