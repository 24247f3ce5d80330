package dev.toolspan.event;

import java.util.Objects;

/**
 * A search in a vector store.
 *
 * @param query the text to search for
 * @param vectorStore the name of the vector store resource
 * @param maxResults the most documents that are wanted
 */
public record ContextRetrievalRequestEvent(String query, String vectorStore, long maxResults) implements TypedEvent {
    public static final String TYPE = "_context_retrieval_request_event";

    public ContextRetrievalRequestEvent {
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(vectorStore, "vectorStore");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
