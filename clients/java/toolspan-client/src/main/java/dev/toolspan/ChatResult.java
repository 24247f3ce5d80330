package dev.toolspan;

import dev.toolspan.internal.MessageBytes;
import dev.toolspan.internal.MessageFromJson;
import dev.toolspan.internal.MessageToJson;
import dev.toolspan.internal.Texts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a chat model answered, apart from the history (C5.5). Null is unknown.
 *
 * @param message the ASSISTANT message
 * @param model the model that answered
 * @param responseId the provider's id of the answer
 * @param usage token counts
 * @param finishReason {@link #LENGTH}, {@link #CONTENT_FILTER}, or any other word of the provider
 * @param metadata an ordinary map, shared and not copied; null makes an empty one
 */
public record ChatResult(
        ChatMessage message,
        String model,
        String responseId,
        TokenUsage usage,
        String finishReason,
        Map<String, Object> metadata) {
    /** The answer was cut at a limit of tokens. */
    public static final String LENGTH = "length";
    /** The provider withheld the answer. */
    public static final String CONTENT_FILTER = "content_filter";

    /** @throws InvalidMessageException if the message is not the assistant's */
    public ChatResult {
        if (message.role() != Role.ASSISTANT) {
            throw new InvalidMessageException("/message", Texts.MESSAGE_RESULT_ROLE_ASSISTANT);
        }
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
    }

    /** A result of which only the message is known. */
    public static ChatResult of(ChatMessage message) {
        return new ChatResult(message, null, null, null, null, null);
    }

    /**
     * The canonical JSON text: six keys, nulls written.
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public String toJson() {
        return MessageToJson.text(toMap());
    }

    /** @throws InvalidMessageException at the first thing that is wrong with the text */
    public static ChatResult fromJson(String text) {
        return MessageFromJson.result(MessageFromJson.parsed(text), "");
    }

    /** The members of the canonical JSON form, in its order; {@code input} and {@code metadata} are those of the blocks. */
    public Map<String, Object> toMap() {
        return MessageToJson.members(this);
    }

    /**
     * Reads what {@link #toMap} made, as strictly as JSON; {@code input} and {@code metadata} are shared.
     *
     * @throws InvalidMessageException at the first thing that is wrong
     */
    public static ChatResult fromMap(Map<String, ?> map) {
        return MessageFromJson.result(map, "");
    }

    /**
     * The protobuf form, {@code toolspan.v1.ChatResult}.
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public byte[] toBytes() {
        return MessageBytes.of(this);
    }

    /** @throws InvalidMessageException if the bytes are not of a result that keeps the rules */
    public static ChatResult fromBytes(byte[] bytes) {
        return MessageBytes.result(bytes);
    }
}
