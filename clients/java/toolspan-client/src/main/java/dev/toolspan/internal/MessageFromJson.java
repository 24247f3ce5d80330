package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;
import dev.toolspan.ContentBlock;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.MediaBlock;
import dev.toolspan.ReasoningBlock;
import dev.toolspan.Role;
import dev.toolspan.TextBlock;
import dev.toolspan.TokenUsage;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResultBlock;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Messages and results of their canonical JSON form; the first thing that is wrong is thrown (C5.3, C7.2). */
public final class MessageFromJson {
    private static final List<String> ROLES = Stream.of(Role.values()).map(Role::word).toList();
    static final List<String> CONTENT = List.of("text", "image", "audio", "video", "document");
    private static final List<String> BLOCKS =
            Stream.concat(CONTENT.stream(), Stream.of("reasoning", "tool_call", "tool_result")).toList();
    private static final List<String> SOURCES = List.of("base64", "url");
    private static final List<String> MEDIA =
            List.of("type", "media_type", "source", "name", "size_bytes", "sha256");

    private MessageFromJson() {
    }

    /** The value of JSON text, in ordinary maps and lists. */
    public static Object parsed(String text) {
        JsonReader.Read read = JsonReader.read(text);
        if (read instanceof JsonReader.Bad bad) {
            throw JsonFields.misshapen("", bad.reason());
        }
        return JsonParts.ordinary(((JsonReader.Value) read).value());
    }

    /** A message of a JSON value that stands at a path. */
    public static ChatMessage message(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path, List.of("role", "blocks", "metadata"));
        Role role = Role.valueOf(fields.choice("role", ROLES).toUpperCase(Locale.ROOT));
        List<Block> blocks = blocks(fields, BLOCKS);
        Map<String, Object> metadata = fields.map("metadata");
        MessageRules.check(role, blocks, path);
        return new ChatMessage(role, blocks, metadata);
    }

    private static List<Block> blocks(JsonFields fields, List<String> types) {
        return fields.items("blocks", (one, at) -> block(one, at, types));
    }

    /** A block of the types that may stand at a path. */
    static Block block(Object value, String path, List<String> types) {
        JsonFields fields = JsonFields.of(value, path);
        // which fields are known depends on the type, so that comes first
        String type = fields.choice("type", types);
        return switch (type) {
            case "text" -> {
                fields.only(List.of("type", "text"));
                yield new TextBlock(fields.has("text") ? fields.string("text") : "");
            }
            case "reasoning" -> {
                fields.only(List.of("type", "text", "metadata"));
                yield new ReasoningBlock(fields.optionalString("text"), fields.map("metadata"));
            }
            case "tool_call" -> {
                fields.only(List.of("type", "call_id", "name", "input", "metadata"));
                yield new ToolCallBlock(
                        fields.nonEmpty("call_id", Texts.MESSAGE_CALL_ID_EMPTY),
                        fields.nonEmpty("name", Texts.MESSAGE_NAME_EMPTY),
                        fields.map("input"),
                        fields.map("metadata"));
            }
            case "tool_result" -> {
                fields.only(List.of("type", "call_id", "blocks", "is_error", "metadata"));
                yield new ToolResultBlock(
                        fields.nonEmpty("call_id", Texts.MESSAGE_CALL_ID_EMPTY),
                        blocks(fields, CONTENT).stream().map(ContentBlock.class::cast).toList(),
                        fields.flag("is_error", false),
                        fields.map("metadata"));
            }
            default -> media(MediaBlock.Type.valueOf(type.toUpperCase(Locale.ROOT)), fields.only(MEDIA));
        };
    }

    private static MediaBlock media(MediaBlock.Type type, JsonFields fields) {
        return new MediaBlock(
                type,
                fields.nonEmpty("media_type"),
                source(fields.required("source"), fields.at("source")),
                fields.optionalString("name"),
                size(fields.get("size_bytes"), fields.at("size_bytes")),
                fields.optionalString("sha256"));
    }

    private static MediaBlock.Source source(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path);
        return fields.choice("type", SOURCES).equals("url")
                ? new MediaBlock.Url(fields.only(List.of("type", "url")).nonEmpty("url"))
                : new MediaBlock.Base64(fields.only(List.of("type", "data")).nonEmpty("data"));
    }

    /** An integer from 0 to 2^63-1, or null. */
    static Long size(Object value, String path) {
        BigInteger size = integer(value);
        if (value != null && (size == null || size.signum() < 0 || size.bitLength() >= Long.SIZE)) {
            throw JsonFields.misshapen(path, Texts.FIELD_SIZE);
        }
        return size == null ? null : size.longValue();
    }

    /** A result of a JSON value that stands at a path. */
    public static ChatResult result(Object value, String path) {
        JsonFields fields = JsonFields.of(
                value, path, List.of("message", "model", "response_id", "usage", "finish_reason", "metadata"));
        ChatMessage message = message(fields.required("message"), fields.at("message"));
        if (message.role() != Role.ASSISTANT) {
            throw new InvalidMessageException(fields.at("message"), Texts.MESSAGE_RESULT_ROLE_ASSISTANT);
        }
        return new ChatResult(
                message,
                fields.optionalString("model"),
                fields.optionalString("response_id"),
                fields.get("usage") == null ? null : usage(fields.get("usage"), fields.at("usage")),
                fields.optionalString("finish_reason"),
                fields.map("metadata"));
    }

    private static TokenUsage usage(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path, List.of(
                "prompt_tokens", "completion_tokens", "prompt_token_details", "completion_token_details"));
        return new TokenUsage(
                count(fields, "prompt_tokens"),
                count(fields, "completion_tokens"),
                counts(fields, "prompt_token_details"),
                counts(fields, "completion_token_details"));
    }

    private static Long count(JsonFields fields, String name) {
        return fields.get(name) == null ? null : count(fields.get(name), fields.at(name));
    }

    private static Map<String, Long> counts(JsonFields fields, String name) {
        Map<String, Long> counts = new LinkedHashMap<>();
        fields.map(name).forEach((part, value) ->
                counts.put(part, count(value, JsonFields.child(fields.at(name), part))));
        return counts;
    }

    private static Long count(Object value, String path) {
        BigInteger count = integer(value);
        if (count == null) {
            throw new InvalidMessageException(path, Texts.MESSAGE_COUNT_INTEGER);
        }
        if (count.signum() < 0) {
            throw new InvalidMessageException(path, Texts.MESSAGE_COUNT_NEGATIVE);
        }
        if (count.bitLength() >= Long.SIZE) {
            throw JsonFields.misshapen(path, Texts.FIELD_SIZE);
        }
        return count.longValue();
    }

    // null for what is no JSON integer
    private static BigInteger integer(Object value) {
        if (value instanceof BigInteger big) {
            return big;
        }
        boolean small =
                value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
        return small ? BigInteger.valueOf(((Number) value).longValue()) : null;
    }
}
