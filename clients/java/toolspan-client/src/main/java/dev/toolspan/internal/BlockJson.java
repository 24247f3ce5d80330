package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.MediaBlock;
import dev.toolspan.TextBlock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The canonical JSON form of a block; what is absent is left out. */
final class BlockJson {
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
        }
        return members;
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

    static Block block(JsonMembers from) {
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
