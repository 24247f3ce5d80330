package dev.toolspan.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Attributes of events, read strictly where they are known; others may stand beside them. */
final class EventFields {
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private EventFields() {
    }

    static String uuid(JsonFields fields, String name) {
        String text = fields.string(name);
        if (!UUID.matcher(text).matches()) {
            throw JsonFields.misshapen(fields.at(name), Texts.FIELD_UUID);
        }
        return text;
    }

    /** Null is one, too. */
    static String text(Object value, String path) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw JsonFields.misshapen(path, Texts.FIELD_STRING);
    }

    static Number number(Object value, String path) {
        if (value instanceof Number number) {
            return number;
        }
        throw JsonFields.misshapen(path, Texts.FIELD_NUMBER);
    }

    /** An integer from 0; null where the field is null or left out. */
    static Long optionalCount(JsonFields fields, String name) {
        return MessageFromJson.size(fields.get(name), fields.at(name));
    }

    /** An integer from 0, which 0 stands for where the field is null or left out. */
    static long count(JsonFields fields, String name) {
        Long count = optionalCount(fields, name);
        return count == null ? 0 : count;
    }

    static long requiredCount(JsonFields fields, String name) {
        if (fields.required(name) == null) {
            throw JsonFields.misshapen(fields.at(name), Texts.FIELD_SIZE);
        }
        return count(fields, name);
    }

    /** An object that must be there. */
    static Map<String, Object> requiredMap(JsonFields fields, String name) {
        if (fields.required(name) == null) {
            throw JsonFields.misshapen(fields.at(name), Texts.FIELD_OBJECT);
        }
        return fields.map(name);
    }

    /** Each value of an object, in order. */
    static <T> Map<String, T> entries(
            Map<String, Object> map, String path, BiFunction<Object, String, T> each) {
        Map<String, T> entries = new LinkedHashMap<>();
        map.forEach((key, value) -> entries.put(key, each.apply(value, JsonFields.child(path, key))));
        return entries;
    }

    /** Each item of a list; none where it is null or left out. */
    static <T> List<T> optionalItems(JsonFields fields, String name, BiFunction<Object, String, T> each) {
        return fields.get(name) == null ? List.of() : fields.items(name, each);
    }
}
