package dev.toolspan;

import dev.toolspan.internal.BlockJson;
import dev.toolspan.internal.Texts;
import java.util.List;

/** A block that a provider cannot be sent; it names neither the payload nor the URL (C5.7). */
public class UnsupportedContentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * @param provider who cannot be sent it
     * @param block what
     * @param reason why, as the rest of a sentence
     */
    public UnsupportedContentException(String provider, Block block, String reason) {
        super(text(provider, block, reason));
    }

    /** Throws at the first media block of a conversation, tool results included, for a provider that takes text alone. */
    public static void rejectMedia(String provider, List<ChatMessage> messages) {
        messages.forEach(message -> rejectMediaIn(provider, message.blocks()));
    }

    private static void rejectMediaIn(String provider, List<? extends Block> blocks) {
        for (Block block : blocks) {
            if (block instanceof MediaBlock) {
                throw new UnsupportedContentException(provider, block, Texts.TEXT_ONLY);
            }
            if (block instanceof ToolResultBlock result) {
                rejectMediaIn(provider, result.blocks());
            }
        }
    }

    private static String text(String provider, Block block, String reason) {
        String type = BlockJson.type(block);
        if (!(block instanceof MediaBlock media)) {
            return Texts.contentUnsupported(provider, "a", type, reason);
        }
        boolean vowel = media.type() == MediaBlock.Type.IMAGE || media.type() == MediaBlock.Type.AUDIO;
        String source = media.source() instanceof MediaBlock.Url ? "url" : "base64";
        return Texts.mediaUnsupported(provider, vowel ? "an" : "a", type, media.mediaType(), source, reason);
    }
}
