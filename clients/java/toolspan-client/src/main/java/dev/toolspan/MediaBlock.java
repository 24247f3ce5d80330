package dev.toolspan;

import java.util.Locale;
import java.util.Objects;

/**
 * An image, sound, film or document.
 *
 * @param type which of them
 * @param mediaType an IANA media type, never empty
 * @param source where its bytes are
 * @param name a name for people, or null
 * @param sizeBytes its size in bytes, or null
 * @param sha256 lower-case hexadecimal, or null
 */
public record MediaBlock(Type type, String mediaType, Source source, String name, Long sizeBytes, String sha256)
        implements Block {
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

    /** In the block itself, as standard padded base64 text. */
    public record Base64(String data) implements Source {
        @Override
        public String toString() {
            return "Base64[" + data.length() + " characters]";
        }
    }

    /** Elsewhere. */
    public record Url(String url) implements Source {
    }

    public MediaBlock {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(source, "source");
        if (mediaType.isEmpty()) {
            throw new IllegalArgumentException("a medium has a media type");
        }
    }
}
