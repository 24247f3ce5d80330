package dev.toolspan.event;

import dev.toolspan.ChatMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A question to a chat model.
 *
 * @param model the name of the chat model resource
 * @param messages the conversation; copied
 * @param promptArgs values of a prompt's placeholders, by name; shared and not copied, null makes an empty map
 * @param outputSchema the schema of the answer as its writer has it; null where the answer is free text
 */
public record ChatRequestEvent(
        String model, List<ChatMessage> messages, Map<String, Object> promptArgs, Object outputSchema)
        implements TypedEvent {
    public static final String TYPE = "_chat_request_event";

    public ChatRequestEvent {
        Objects.requireNonNull(model, "model");
        messages = List.copyOf(messages);
        promptArgs = promptArgs == null ? new LinkedHashMap<>() : promptArgs;
    }

    /** A question in free text. */
    public static ChatRequestEvent of(String model, List<ChatMessage> messages) {
        return new ChatRequestEvent(model, messages, null, null);
    }

    @Override
    public String type() {
        return TYPE;
    }
}
