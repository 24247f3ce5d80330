package dev.toolspan.event;

import java.util.List;
import java.util.Objects;

/**
 * What a search found.
 *
 * @param requestId the UUID of the request
 * @param query the text that was searched for
 * @param documents best first; copied
 */
public record ContextRetrievalResponseEvent(String requestId, String query, List<Document> documents)
        implements TypedEvent {
    public static final String TYPE = "_context_retrieval_response_event";

    public ContextRetrievalResponseEvent {
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(query, "query");
        documents = List.copyOf(documents);
    }

    @Override
    public String type() {
        return TYPE;
    }
}
