package dev.toolspan.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One document of a vector store.
 *
 * @param content its text
 * @param metadata a map of its writer's; shared and not copied, null makes an empty one
 * @param id null where it has none
 * @param embedding its vector, copied; null where it is not told
 * @param score how well it fits the query, as the store counts; null where it is not told
 */
public record Document(String content, Map<String, Object> metadata, String id, List<Number> embedding, Number score) {
    public Document {
        Objects.requireNonNull(content, "content");
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
        embedding = embedding == null ? null : List.copyOf(embedding);
    }
}
