package dev.toolspan.internal;

import dev.toolspan.InvalidMessageException;
import dev.toolspan.v1.Payload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Reads the fields of one JSON object strictly: unknown ones are refused, scalars are not coerced (C5.3). */
public final class JsonFields {
    private final Map<?, ?> fields;
    private final String path;

    private JsonFields(Map<?, ?> fields, String path) {
        this.fields = fields;
        this.path = path;
    }

    /** Any object: what it may hold is not known yet. */
    static JsonFields of(Object value, String path) {
        if (!(value instanceof Map<?, ?> fields)) {
            throw misshapen(path, Texts.FIELD_OBJECT);
        }
        return new JsonFields(fields, path);
    }

    /** An object of some fields. */
    static JsonFields of(Object value, String path, List<String> known) {
        return of(value, path).only(known);
    }

    JsonFields only(List<String> known) {
        for (Object key : fields.keySet()) {
            if (!(key instanceof String name && known.contains(name))) {
                throw misshapen(child(path, key), Texts.FIELD_UNKNOWN);
            }
        }
        return this;
    }

    String at(String name) {
        return child(path, name);
    }

    /** Null where the field is null or left out. */
    Object get(String name) {
        return fields.get(name);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    Object required(String name) {
        if (!has(name)) {
            throw misshapen(at(name), Texts.FIELD_REQUIRED);
        }
        return get(name);
    }

    String string(String name) {
        if (required(name) instanceof String text) {
            return text;
        }
        throw misshapen(at(name), Texts.FIELD_STRING);
    }

    String nonEmpty(String name) {
        String text = string(name);
        if (text.isEmpty()) {
            throw misshapen(at(name), Texts.FIELD_EMPTY);
        }
        return text;
    }

    /** A string that a rule of its own keeps from being empty. */
    String nonEmpty(String name, String rule) {
        String text = string(name);
        if (text.isEmpty()) {
            throw new InvalidMessageException(at(name), rule);
        }
        return text;
    }

    /** Null where it is null or left out. */
    String optionalString(String name) {
        return get(name) == null ? null : string(name);
    }

    String choice(String name, List<String> choices) {
        String text = string(name);
        if (!choices.contains(text)) {
            throw misshapen(at(name), Texts.fieldChoice(String.join(", ", choices)));
        }
        return text;
    }

    boolean flag(String name, boolean otherwise) {
        return has(name) ? flagAt(get(name), at(name)) : otherwise;
    }

    static boolean flagAt(Object value, String path) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw misshapen(path, Texts.FIELD_BOOLEAN);
    }

    /** Each item of a list that must be there. */
    <T> List<T> items(String name, BiFunction<Object, String, T> each) {
        if (!(required(name) instanceof List<?> values)) {
            throw misshapen(at(name), Texts.FIELD_ARRAY);
        }
        List<T> items = new ArrayList<>();
        for (Object value : values) {
            items.add(each.apply(value, child(at(name), items.size())));
        }
        return items;
    }

    /** An ordinary object, shared; empty where it is null or left out. */
    @SuppressWarnings("unchecked")
    Map<String, Object> map(String name) {
        Object value = get(name);
        if (value == null) {
            return new LinkedHashMap<>();
        }
        Object object = value instanceof Payload payload ? objectOf(payload, at(name)) : value;
        if (object instanceof Map) {
            return (Map<String, Object>) object;
        }
        throw misshapen(at(name), Texts.FIELD_OBJECT);
    }

    private static Object objectOf(Payload payload, String place) {
        if (payload.getData().isEmpty()) {
            return new LinkedHashMap<>();
        }
        JsonReader.Read read = JsonReader.read(payload.getData().toByteArray());
        if (read instanceof JsonReader.Bad bad) {
            throw misshapen(place, bad.reason());
        }
        return JsonParts.ordinary(((JsonReader.Value) read).value());
    }

    static String child(String path, Object step) {
        return path + "/" + String.valueOf(step).replace("~", "~0").replace("/", "~1");
    }

    /** A place whose shape is wrong. */
    public static InvalidMessageException misshapen(String path, String reason) {
        return new InvalidMessageException(path, Texts.problem(path.isEmpty() ? Texts.ROOT : path, reason));
    }
}
