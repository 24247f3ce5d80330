import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.OutputEvent;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.event.ChatRequestEvent;
import org.apache.flink.agents.api.event.ChatResponseEvent;
import org.apache.flink.agents.api.event.ContextRetrievalRequestEvent;
import org.apache.flink.agents.api.event.ContextRetrievalResponseEvent;
import org.apache.flink.agents.api.event.ToolRequestEvent;
import org.apache.flink.agents.api.event.ToolResponseEvent;
import org.apache.flink.agents.api.tools.ToolResponse;
import org.apache.flink.agents.api.vectorstores.Document;

/** Attributes of 0.3 as the event classes of 0.2.0, and the values that those hold. */
final class Events {
    private static final TypeReference<List<ChatMessage>> MESSAGES = new TypeReference<>() {};
    private static final TypeReference<List<Map<String, Object>>> CALLS = new TypeReference<>() {};
    private static final TypeReference<Map<String, ToolResponse>> RESPONSES = new TypeReference<>() {};
    private static final TypeReference<Map<String, Boolean>> FLAGS = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    private Events() {}

    static ChatRequestEvent chatRequest(Map<String, Object> a) {
        List<ChatMessage> messages = Wire.JSON.convertValue(a.get("messages"), MESSAGES);
        return new ChatRequestEvent((String) a.get("model"), messages, a.get("output_schema"));
    }

    static ToolRequestEvent toolRequest(Map<String, Object> a) {
        return new ToolRequestEvent((String) a.get("model"), Wire.JSON.convertValue(a.get("tool_calls"), CALLS));
    }

    static ToolResponseEvent toolResponse(Map<String, Object> a, UUID requestId) {
        return new ToolResponseEvent(
                requestId,
                Wire.JSON.convertValue(a.get("responses"), RESPONSES),
                Wire.JSON.convertValue(a.get("success"), FLAGS),
                Wire.JSON.convertValue(a.get("error"), TEXTS),
                Wire.JSON.convertValue(a.get("external_ids"), TEXTS));
    }

    /** What the getters give, or null where 0.2.0 has no class for the type. */
    static Map<String, Object> held(String type, Map<String, Object> a) {
        Map<String, Object> held = new LinkedHashMap<>();
        switch (type) {
            case "_chat_request_event" -> {
                ChatRequestEvent event = chatRequest(a);
                held.put("model", event.getModel());
                held.put("messages", messages(event.getMessages()));
                held.put("output_schema", event.getOutputSchema());
            }
            case "_chat_response_event" -> {
                ChatMessage response = Wire.JSON.convertValue(a.get("response"), ChatMessage.class);
                ChatResponseEvent event = new ChatResponseEvent(uuid(a), response);
                held.put("request_id", event.getRequestId());
                held.put("response", message(event.getResponse()));
            }
            case "_tool_request_event" -> {
                ToolRequestEvent event = toolRequest(a);
                held.put("model", event.getModel());
                held.put("tool_calls", calls(event.getToolCalls()));
            }
            case "_tool_response_event" -> {
                ToolResponseEvent event = toolResponse(a, uuid(a));
                held.put("request_id", event.getRequestId());
                held.put("responses", event.getResponses());
                held.put("success", event.getSuccess());
                held.put("error", event.getError());
                held.put("external_ids", event.getExternalIds());
            }
            case "_context_retrieval_request_event" -> {
                ContextRetrievalRequestEvent event = new ContextRetrievalRequestEvent(
                        (String) a.get("query"), (String) a.get("vector_store"), (Integer) a.get("max_results"));
                held.put("query", event.getQuery());
                held.put("vector_store", event.getVectorStore());
                held.put("max_results", event.getMaxResults());
            }
            case "_context_retrieval_response_event" -> {
                List<Document> documents = new ArrayList<>();
                for (Map<String, Object> one : Wire.JSON.convertValue(a.get("documents"), CALLS)) {
                    documents.add(new Document((String) one.get("content"), Wire.map(one.get("metadata")), (String) one.get("id")));
                }
                ContextRetrievalResponseEvent event =
                        new ContextRetrievalResponseEvent(uuid(a), (String) a.get("query"), documents);
                held.put("request_id", event.getRequestId());
                held.put("query", event.getQuery());
                held.put("documents", event.getDocuments());
            }
            case "_input_event" -> held.put("input", new InputEvent(a.get("input")).getInput());
            case "_output_event" -> held.put("output", new OutputEvent(a.get("output")).getOutput());
            default -> {
                return null;
            }
        }
        return held;
    }

    static List<Object> messages(List<ChatMessage> messages) {
        return new ArrayList<>(messages.stream().map(Events::message).toList());
    }

    static Map<String, Object> message(ChatMessage message) {
        Map<String, Object> held = new LinkedHashMap<>();
        held.put("role", message.getRole().getValue());
        held.put("content", message.getContent());
        held.put("tool_calls", calls(message.getToolCalls()));
        Map<String, Object> metadata = new LinkedHashMap<>(message.getExtraArgs());
        held.put("link", metadata.remove("externalId"));
        metadata.remove("_toolspan");
        held.put("metadata", metadata);
        return held;
    }

    private static List<Object> calls(List<Map<String, Object>> calls) {
        List<Object> held = new ArrayList<>();
        for (Map<String, Object> call : calls) {
            Map<String, Object> function = Wire.map(call.get("function"));
            held.add(Map.of(
                    "type", call.get("type"),
                    "id", call.get("id"),
                    "name", function.get("name"),
                    "arguments", function.get("arguments"),
                    "provider_id", call.getOrDefault("original_id", call.get("id"))));
        }
        return held;
    }

    private static UUID uuid(Map<String, Object> attributes) {
        return UUID.fromString((String) attributes.get("request_id"));
    }
}
