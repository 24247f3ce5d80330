package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.MediaBlock;
import dev.toolspan.TextBlock;

/** The model form of a block on the wire. */
final class WireBlock {
    private WireBlock() {
    }

    /** Null for a kind that stands in no tool's answer, or that a newer release added. */
    static Block fromWire(dev.toolspan.v1.Block wire) {
        return switch (wire.getKindCase()) {
            case TEXT -> new TextBlock(wire.getText().getText());
            case IMAGE -> media(MediaBlock.Type.IMAGE, wire.getImage());
            case AUDIO -> media(MediaBlock.Type.AUDIO, wire.getAudio());
            case VIDEO -> media(MediaBlock.Type.VIDEO, wire.getVideo());
            case DOCUMENT -> media(MediaBlock.Type.DOCUMENT, wire.getDocument());
            case REASONING, TOOL_CALL, TOOL_RESULT, KIND_NOT_SET -> null;
        };
    }

    private static MediaBlock media(MediaBlock.Type type, dev.toolspan.v1.MediaBlock wire) {
        return new MediaBlock(
                type,
                wire.getMediaType().isEmpty() ? dev.toolspan.Payload.OCTET_STREAM : wire.getMediaType(),
                wire.hasUrl() ? new MediaBlock.Url(wire.getUrl()) : new MediaBlock.Base64(wire.getBase64()),
                wire.hasName() ? wire.getName() : null,
                wire.hasSizeBytes() ? wire.getSizeBytes() : null,
                wire.hasSha256() ? wire.getSha256() : null);
    }
}
