package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.ContentBlock;
import dev.toolspan.MediaBlock;
import dev.toolspan.ReasoningBlock;
import dev.toolspan.TextBlock;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResultBlock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The canonical JSON form of a block; what a medium does not state is left out. */
public final class BlockJson {
    private BlockJson() {
    }

    static Map<String, Object> members(Block block) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (block instanceof TextBlock text) {
            members.put("type", "text");
            members.put("text", text.text());
        } else if (block instanceof MediaBlock media) {
            members.put("type", media.type().word());
            members.put("media_type", media.mediaType());
            members.put("source", source(media.source()));
            putIfKnown(members, "name", media.name());
            putIfKnown(members, "size_bytes", media.sizeBytes());
            putIfKnown(members, "sha256", media.sha256());
        } else if (block instanceof ReasoningBlock reasoning) {
            members.put("type", "reasoning");
            members.put("text", reasoning.text());
            members.put("metadata", reasoning.metadata());
        } else if (block instanceof ToolCallBlock call) {
            members.put("type", "tool_call");
            members.put("call_id", call.callId());
            members.put("name", call.name());
            members.put("input", call.input());
            members.put("metadata", call.metadata());
        } else if (block instanceof ToolResultBlock result) {
            members.put("type", "tool_result");
            members.put("call_id", result.callId());
            members.put("blocks", result.blocks().stream().map(BlockJson::members).toList());
            members.put("is_error", result.isError());
            members.put("metadata", result.metadata());
        }
        return members;
    }

    /** The word for what a block is. */
    public static String type(Block block) {
        return (String) members(block).get("type");
    }

    private static Map<String, Object> source(MediaBlock.Source source) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (source instanceof MediaBlock.Base64 base64) {
            members.put("type", "base64");
            members.put("data", base64.data());
        } else if (source instanceof MediaBlock.Url url) {
            members.put("type", "url");
            members.put("url", url.url());
        }
        return members;
    }

    private static void putIfKnown(Map<String, Object> members, String name, Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    /** A block of a tool's answer, read as tolerantly as the rest of it. */
    static ContentBlock block(JsonMembers from) {
        String type = from.text("type");
        if (type.equals("text")) {
            return new TextBlock(from.text("text"));
        }
        JsonMembers source = new JsonMembers(from.get("source"));
        return new MediaBlock(
                MediaBlock.Type.valueOf(type.toUpperCase(Locale.ROOT)),
                from.text("media_type"),
                source.text("type").equals("url")
                        ? new MediaBlock.Url(source.text("url"))
                        : new MediaBlock.Base64(source.text("data")),
                from.text("name"),
                from.get("size_bytes") == null ? null : from.number("size_bytes"),
                from.text("sha256"));
    }
}
