package dev.toolspan.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON text without losing a digit: integers of any size, floats as doubles (C1.3). */
public final class JsonReader {
    /** Levels of arrays and objects that one JSON value may have (C8.5). */
    public static final int MAX_DEPTH = 512;

    private static final JsonFactory VALUES = factory(MAX_DEPTH);
    // a response is an object around a value that may use every level
    private static final JsonFactory RESPONSES = factory(MAX_DEPTH + 2);

    /** What the text says, or why it says nothing; never both. */
    public sealed interface Read {
    }

    /** Null, Boolean, String, Integer, Long, BigInteger, Double, or an unmodifiable List or Map of those. */
    public record Value(Object value) implements Read {
    }

    /** A reason from {@link Texts}. */
    public record Bad(String reason) implements Read {
    }

    private JsonReader() {
    }

    public static Read read(byte[] utf8) {
        String text = decoded(utf8);
        return text == null ? new Bad(Texts.NOT_UTF8) : read(text);
    }

    // the decoder refuses what is not UTF-8, which new String() would replace
    private static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    public static Read read(String text) {
        return read(text, VALUES, false);
    }

    /** As {@link #read(byte[])}, where a float that no double holds exactly as written is a BigDecimal. */
    public static Read readExact(byte[] utf8) {
        String text = decoded(utf8);
        return text == null ? new Bad(Texts.NOT_UTF8) : read(text, VALUES, true);
    }

    /** Reads the text of a whole response. */
    static Read readResponse(String text) {
        return read(text, RESPONSES, false);
    }

    private static Read read(String text, JsonFactory factory, boolean exact) {
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() == null) {
                return new Bad(Texts.NOT_JSON);
            }
            Object value = value(parser, exact);
            return parser.nextToken() == null ? new Value(value) : new Bad(Texts.NOT_JSON);
        } catch (StreamConstraintsException tooDeep) {
            return new Bad(Texts.tooDeep(MAX_DEPTH));
        } catch (OutOfRange beyond) {
            return new Bad(Texts.OUT_OF_RANGE);
        } catch (IOException malformed) {
            return new Bad(Texts.NOT_JSON);
        }
    }

    private static Object value(JsonParser parser, boolean exact) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> JsonStrings.wellFormed(parser.getText());
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> exact ? decimal(parser) : (Object) real(parser.getDoubleValue());
            case START_ARRAY -> array(parser, exact);
            case START_OBJECT -> object(parser, exact);
            case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw new IOException("no value");
        };
    }

    private static double real(double value) throws OutOfRange {
        if (Double.isInfinite(value)) {
            throw new OutOfRange();
        }
        return value;
    }

    private static Number decimal(JsonParser parser) throws IOException {
        double nearest = real(parser.getDoubleValue());
        BigDecimal written = new BigDecimal(parser.getText());
        return BigDecimal.valueOf(nearest).compareTo(written) == 0 ? (Number) nearest : written;
    }

    private static List<Object> array(JsonParser parser, boolean exact) throws IOException {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, exact));
        }
        return Collections.unmodifiableList(items);
    }

    // of equal keys the last wins, since put() replaces
    private static Map<String, Object> object(JsonParser parser, boolean exact) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = JsonStrings.wellFormed(parser.currentName());
            parser.nextToken();
            members.put(key, value(parser, exact));
        }
        return Collections.unmodifiableMap(members);
    }

    // the depth is the only limit here: the size of messages is limited before they are read
    private static JsonFactory factory(int maxDepth) {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build();
        return JsonFactory.builder()
                .streamReadConstraints(constraints)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    private static final class OutOfRange extends IOException {
        private static final long serialVersionUID = 1;
    }
}
