import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.event.ToolRequestEvent;
import org.apache.flink.agents.api.event.ToolResponseEvent;
import org.apache.flink.agents.api.tools.ToolResponse;

/** JSON of the classes of 0.2.0, which have all values of 0.3 but not yet its names. */
final class Wire {
    static final ObjectMapper JSON = new ObjectMapper()
            .addMixIn(ChatMessage.class, ChatMessageNames.class)
            .addMixIn(MessageRole.class, MessageRoleName.class)
            .addMixIn(ToolResponse.class, ToolResponseNames.class);

    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private Wire() {}

    static Map<String, Object> map(Object value) {
        return JSON.convertValue(value, MAP);
    }

    static Map<String, Object> parse(String text) throws Exception {
        return JSON.readValue(text, MAP);
    }

    static String write(UUID id, String type, Map<String, Object> attributes) throws Exception {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("id", id);
        event.put("attributes", attributes);
        event.put("type", type);
        return JSON.writeValueAsString(event);
    }

    static String write(ToolRequestEvent event) throws Exception {
        return write(event.getId(), "_tool_request_event", Map.of("model", event.getModel(), "tool_calls", event.getToolCalls()));
    }

    static String write(ToolResponseEvent event) throws Exception {
        return write(event.getId(), "_tool_response_event", Map.of(
                "request_id", event.getRequestId(),
                "responses", event.getResponses(),
                "success", event.getSuccess(),
                "error", event.getError(),
                "external_ids", event.getExternalIds(),
                "timestamp", event.getTimestamp()));
    }

    abstract static class ChatMessageNames {
        @JsonProperty("tool_calls") abstract List<Map<String, Object>> getToolCalls();
        @JsonProperty("tool_calls") abstract void setToolCalls(List<Map<String, Object>> calls);
        @JsonProperty("extra_args") abstract Map<String, Object> getExtraArgs();
        @JsonProperty("extra_args") abstract void setExtraArgs(Map<String, Object> args);
        @JsonIgnore abstract Map<String, Object> getMetadata();
    }

    abstract static class MessageRoleName {
        @JsonValue abstract String getValue();
    }

    abstract static class ToolResponseNames {
        @JsonCreator
        ToolResponseNames(
                @JsonProperty("result") Object result,
                @JsonProperty("success") boolean success,
                @JsonProperty("error") String error,
                @JsonProperty("execution_time_ms") long executionTimeMs,
                @JsonProperty("tool_name") String toolName) {}

        @JsonProperty("execution_time_ms") abstract long getExecutionTimeMs();
        @JsonProperty("tool_name") abstract String getToolName();
        @JsonIgnore abstract String getResultAsString();
    }
}
