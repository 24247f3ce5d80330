package dev.toolspan;

import java.time.Duration;
import java.util.Map;

/**
 * What is known of a tool without running it.
 *
 * @param name the bare name
 * @param description what it does, for a model
 * @param inputSchema JSON Schema 2020-12 of the arguments
 * @param outputSchema JSON Schema 2020-12 of a successful result; null means any
 * @param type who runs it
 * @param source who offers it
 * @param timeout the most time that one call may take; null means the sidecar's limit
 * @param idempotent whether a call whose outcome was lost may be repeated
 * @param digest over the other fields, for {@link CallOptions#specDigest}
 * @param injectedSchema JSON Schema 2020-12 of the arguments that {@link CallOptions#injected} brings and no model sees; null
 *     means none
 */
public record ToolSpec(
        String name,
        String description,
        Map<String, Object> inputSchema,
        Map<String, Object> outputSchema,
        ToolType type,
        String source,
        Duration timeout,
        boolean idempotent,
        String digest,
        Map<String, Object> injectedSchema) {
    /** The name that is always unique: {@code source.name}. */
    public String fullName() {
        return source + "." + name;
    }
}
