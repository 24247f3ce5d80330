package dev.toolspan.internal;

import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;
import dev.toolspan.TokenUsage;
import java.util.LinkedHashMap;
import java.util.Map;

/** The canonical JSON form of messages and results: one key order, projections left out (C5.2, C7.2). */
public final class MessageToJson {
    private MessageToJson() {
    }

    public static Map<String, Object> members(ChatMessage message) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("role", message.role().word());
        members.put("blocks", message.blocks().stream().map(BlockJson::members).toList());
        members.put("metadata", message.metadata());
        return members;
    }

    public static Map<String, Object> members(ChatResult result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("message", members(result.message()));
        members.put("model", result.model());
        members.put("response_id", result.responseId());
        members.put("usage", result.usage() == null ? null : members(result.usage()));
        members.put("finish_reason", result.finishReason());
        members.put("metadata", result.metadata());
        return members;
    }

    private static Map<String, Object> members(TokenUsage usage) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("prompt_tokens", usage.promptTokens());
        members.put("completion_tokens", usage.completionTokens());
        members.put("prompt_token_details", usage.promptTokenDetails());
        members.put("completion_token_details", usage.completionTokenDetails());
        return members;
    }

    /** The canonical text: one for one value, in every language (row messages/floats-canonical). */
    public static String text(Map<String, Object> members) {
        return text(members, "", JsonFloats.MODEL);
    }

    /** The JSON text of what stands at a path; the first value that has no JSON form is thrown. */
    static String text(Map<String, Object> members, String path, JsonFloats floats) {
        JsonWriter.Written written = JsonWriter.write(members, floats, JsonReader.MAX_DEPTH);
        if (written instanceof JsonWriter.Unfit unfit) {
            Problem first = unfit.problems().get(0);
            throw JsonFields.misshapen(path + first.path(), first.reason());
        }
        return ((JsonWriter.Json) written).text();
    }
}
