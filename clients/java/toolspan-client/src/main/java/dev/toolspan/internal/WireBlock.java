package dev.toolspan.internal;

import dev.toolspan.Block;
import dev.toolspan.ContentBlock;
import dev.toolspan.MediaBlock;
import dev.toolspan.TextBlock;

/** The model form of a block on the wire. */
final class WireBlock {
    private WireBlock() {
    }

    /** Null for a kind that stands in no tool's answer, or that a newer release added. */
    static ContentBlock fromWire(dev.toolspan.v1.Block wire) {
        return switch (wire.getKindCase()) {
            case TEXT -> new TextBlock(wire.getText().getText());
            case IMAGE -> media(MediaBlock.Type.IMAGE, wire.getImage());
            case AUDIO -> media(MediaBlock.Type.AUDIO, wire.getAudio());
            case VIDEO -> media(MediaBlock.Type.VIDEO, wire.getVideo());
            case DOCUMENT -> media(MediaBlock.Type.DOCUMENT, wire.getDocument());
            case REASONING, TOOL_CALL, TOOL_RESULT, KIND_NOT_SET -> null;
        };
    }

    static dev.toolspan.v1.Block toWire(Block block) {
        dev.toolspan.v1.Block.Builder wire = dev.toolspan.v1.Block.newBuilder();
        if (block instanceof MediaBlock media) {
            switch (media.type()) {
                case IMAGE -> wire.setImage(media(media));
                case AUDIO -> wire.setAudio(media(media));
                case VIDEO -> wire.setVideo(media(media));
                case DOCUMENT -> wire.setDocument(media(media));
            }
        } else if (block instanceof TextBlock text) {
            wire.getTextBuilder().setText(JsonStrings.wellFormed(text.text()));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.MediaBlock media(MediaBlock media) {
        dev.toolspan.v1.MediaBlock.Builder wire = dev.toolspan.v1.MediaBlock.newBuilder()
                .setMediaType(JsonStrings.wellFormed(media.mediaType()));
        if (media.source() instanceof MediaBlock.Url url) {
            wire.setUrl(JsonStrings.wellFormed(url.url()));
        } else if (media.source() instanceof MediaBlock.Base64 base64) {
            wire.setBase64(JsonStrings.wellFormed(base64.data()));
        }
        if (media.name() != null) {
            wire.setName(JsonStrings.wellFormed(media.name()));
        }
        if (media.sizeBytes() != null) {
            wire.setSizeBytes(media.sizeBytes());
        }
        if (media.sha256() != null) {
            wire.setSha256(JsonStrings.wellFormed(media.sha256()));
        }
        return wire.build();
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
