package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.ContentBlock;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.MediaBlock;
import dev.toolspan.Role;
import dev.toolspan.TextBlock;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResultBlock;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What holds of every message and count, whether it was constructed or read (C5.1, C5.3, C5.5). */
public final class MessageRules {
    private MessageRules() {
    }

    /** The rules of a message: of its media first, and then of its role. */
    public static void check(Role role, List<Block> blocks, String path) {
        checkMedia(blocks, path);
        Predicate<Block> isResult = ToolResultBlock.class::isInstance;
        if (role == Role.TOOL) {
            demand(blocks.size() == 1 && isResult.test(blocks.get(0)), path, Texts.MESSAGE_TOOL_ONE_RESULT);
        } else {
            demand(blocks.stream().noneMatch(isResult), path, Texts.MESSAGE_RESULT_ROLE);
        }
        demand(role != Role.SYSTEM || blocks.stream().allMatch(TextBlock.class::isInstance),
                path, Texts.MESSAGE_SYSTEM_TEXT);
        demand(role != Role.USER || blocks.stream().allMatch(ContentBlock.class::isInstance),
                path, Texts.MESSAGE_USER_MEDIA);
        Set<String> ids = new HashSet<>();
        for (Block block : blocks) {
            boolean isNew = !(block instanceof ToolCallBlock call) || ids.add(call.callId());
            demand(isNew, path, Texts.MESSAGE_DUPLICATE_CALL);
        }
    }

    /** The rules of the media among blocks, at the path of what has the blocks. */
    public static void checkMedia(List<? extends Block> blocks, String path) {
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i) instanceof MediaBlock media) {
                check(media, path + "/blocks/" + i);
            }
        }
    }

    public static void check(MediaBlock media, String path) {
        boolean isUrl = media.source() instanceof MediaBlock.Url;
        String said = isUrl
                ? ((MediaBlock.Url) media.source()).url()
                : ((MediaBlock.Base64) media.source()).data();
        if (said.isEmpty()) {
            throw JsonFields.misshapen(path + (isUrl ? "/source/url" : "/source/data"), Texts.FIELD_EMPTY);
        }
        if (media.sizeBytes() != null && media.sizeBytes() < 0) {
            throw JsonFields.misshapen(path + "/size_bytes", Texts.FIELD_SIZE);
        }
    }

    /** Null is unknown, and no breach. */
    public static void checkCount(Long count, String path) {
        demand(count == null || count >= 0, path, Texts.MESSAGE_COUNT_NEGATIVE);
    }

    /** A copy of counts by name; null is none of them. */
    public static Map<String, Long> counts(Map<String, Long> details, String path) {
        if (details == null) {
            return Map.of();
        }
        Map<String, Long> copy = new LinkedHashMap<>();
        details.forEach((name, count) -> {
            String place = JsonFields.child(path, name);
            demand(count != null, place, Texts.MESSAGE_COUNT_INTEGER);
            checkCount(count, place);
            copy.put(name, count);
        });
        return Collections.unmodifiableMap(copy);
    }

    private static void demand(boolean holds, String path, String text) {
        if (!holds) {
            throw new InvalidMessageException(path, text);
        }
    }
}
