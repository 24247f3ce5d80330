package dev.toolspan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes with their media type, carried as they are.
 *
 * @param data the bytes; not copied, and not to be changed afterwards
 * @param mediaType an IANA media type such as {@code image/png}; empty means UTF-8 JSON text
 */
public record Payload(byte[] data, String mediaType) {
    /** The media type of plain bytes; as a whole result they are a {@code byte[]}. */
    public static final String OCTET_STREAM = "application/octet-stream";

    public Payload {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(mediaType, "mediaType");
    }

    /** JSON text as it stands, for arguments that the client must not write again. */
    public static Payload json(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8), "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && mediaType.equals(that.mediaType) && Arrays.equals(data, that.data);
    }

    @Override
    public int hashCode() {
        return 31 * mediaType.hashCode() + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        return "Payload[" + (mediaType.isEmpty() ? "JSON" : mediaType) + ", " + data.length + " bytes]";
    }
}
