package dev.toolspan;

import dev.toolspan.internal.JsonFields;
import dev.toolspan.internal.MessageRules;
import dev.toolspan.internal.Texts;
import java.util.Locale;
import java.util.Objects;

/**
 * An image, sound, film or document. A tool's answer may hold one that says nothing or has a negative size, as it came;
 * a message may not.
 *
 * @param type which of them
 * @param mediaType an IANA media type, never empty
 * @param source where its bytes are
 * @param name a name for people, or null
 * @param sizeBytes its size in bytes, or null
 * @param sha256 lower-case hexadecimal, or null
 */
public record MediaBlock(Type type, String mediaType, Source source, String name, Long sizeBytes, String sha256)
        implements ContentBlock {
    /** What a medium is. */
    public enum Type {
        IMAGE,
        AUDIO,
        VIDEO,
        DOCUMENT;

        /** The word in JSON, such as {@code image}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Where the bytes of a medium are. */
    public sealed interface Source {
    }

    /** In the block itself, as standard padded base64 text, which is carried as it is and never decoded. */
    public record Base64(String data) implements Source {
        @Override
        public String toString() {
            return "Base64[" + data.length() + " characters]";
        }
    }

    /** Elsewhere. */
    public record Url(String url) implements Source {
        /** Without the URL, which may hold a secret. */
        @Override
        public String toString() {
            return "Url[" + url.length() + " characters]";
        }
    }

    public MediaBlock {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(source, "source");
        if (mediaType.isEmpty()) {
            throw JsonFields.misshapen("/media_type", Texts.FIELD_EMPTY);
        }
    }

    /** Media of bytes. */
    public static MediaBlock fromBytes(Type type, byte[] bytes, String mediaType) {
        return fromBase64(type, java.util.Base64.getEncoder().encodeToString(bytes), mediaType);
    }

    /** Media of base64 text. */
    public static MediaBlock fromBase64(Type type, String data, String mediaType) {
        return checked(new MediaBlock(type, mediaType, new Base64(data), null, null, null));
    }

    /** Media that lie elsewhere. */
    public static MediaBlock fromUrl(Type type, String url, String mediaType) {
        return checked(new MediaBlock(type, mediaType, new Url(url), null, null, null));
    }

    private static MediaBlock checked(MediaBlock media) {
        MessageRules.check(media, "");
        return media;
    }

    /** Bytes, as stated or as the length of the base64 text tells; null where unknown. */
    public Long size() {
        if (sizeBytes != null || !(source instanceof Base64 base64)) {
            return sizeBytes;
        }
        String data = base64.data();
        int padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
        return Math.max(0, data.length() * 3L / 4 - padding);
    }
}
