package dev.toolspan.host.internal;

import dev.toolspan.internal.JsonFloats;
import dev.toolspan.internal.JsonReader;
import dev.toolspan.internal.JsonStrings;
import dev.toolspan.internal.JsonWriter;
import dev.toolspan.internal.Problem;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON values as the reader makes them. */
final class Json {
    private Json() {
    }

    /** The word of JSON Schema for the type of a value. */
    static String typeOf(Object json) {
        if (json == null) {
            return "null";
        }
        if (json instanceof Boolean) {
            return "boolean";
        }
        if (json instanceof String) {
            return "string";
        }
        if (json instanceof List) {
            return "array";
        }
        if (json instanceof Map) {
            return "object";
        }
        return json instanceof Integer || json instanceof Long || json instanceof BigInteger ? "integer" : "number";
    }

    /** The text of a value that is made here; one without a JSON form is an IllegalArgumentException. */
    static String write(Object value) {
        JsonWriter.Written written = JsonWriter.write(value, JsonFloats.WIRE, JsonReader.MAX_DEPTH);
        if (written instanceof JsonWriter.Json json) {
            return json.text();
        }
        throw new IllegalArgumentException(Problem.list(((JsonWriter.Unfit) written).problems()));
    }

    /** The value of a text; one that is no JSON is an IllegalArgumentException. */
    static Object parse(String text) {
        JsonReader.Read read = JsonReader.readExact(JsonStrings.utf8(text));
        if (read instanceof JsonReader.Value known) {
            return known.value();
        }
        throw new IllegalArgumentException(text + " " + ((JsonReader.Bad) read).reason());
    }

    /** A schema with one keyword after the other. */
    static Map<String, Object> schema(Object... keywords) {
        Map<String, Object> schema = new LinkedHashMap<>();
        for (int i = 0; i < keywords.length; i += 2) {
            schema.put((String) keywords[i], keywords[i + 1]);
        }
        return schema;
    }
}
