package dev.toolspan.internal;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What Java values consist of. */
final class JsonParts {
    private JsonParts() {
    }

    /** How bytes are shown where JSON must show them (C1.6). */
    static Map<String, Object> media(String mediaType, byte[] data) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("media_type", mediaType);
        shown.put("base64", Base64.getEncoder().encodeToString(data));
        return shown;
    }

    /** A returned exception is a value like any other (C1.5). */
    static Map<String, Object> named(Throwable thrown) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("name", thrown.getClass().getName());
        named.put("message", thrown.getMessage() == null ? "" : thrown.getMessage());
        return named;
    }

    /** What the reader made, in maps and lists that may be changed. */
    static Object ordinary(Object read) {
        if (read instanceof Map<?, ?> map) {
            Map<Object, Object> members = new LinkedHashMap<>();
            map.forEach((key, value) -> members.put(key, ordinary(value)));
            return members;
        }
        if (read instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(ordinary(item)));
            return items;
        }
        return read;
    }

    static boolean isOptional(Object value) {
        return value instanceof Optional
                || value instanceof OptionalInt
                || value instanceof OptionalLong
                || value instanceof OptionalDouble;
    }

    static Object orNull(Object optional) {
        if (optional instanceof OptionalInt one) {
            return one.isPresent() ? one.getAsInt() : null;
        }
        if (optional instanceof OptionalLong one) {
            return one.isPresent() ? one.getAsLong() : null;
        }
        if (optional instanceof OptionalDouble one) {
            return one.isPresent() ? one.getAsDouble() : null;
        }
        return ((Optional<?>) optional).orElse(null);
    }

    /** The elements of an array of any type. */
    static Iterator<Object> elements(Object array) {
        int length = Array.getLength(array);
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < length;
            }

            @Override
            public Object next() {
                return Array.get(array, next++);
            }
        };
    }

    /** A record's components in order; null where it does not let them be read. */
    static Map<String, Object> components(Record record) {
        Map<String, Object> components = new LinkedHashMap<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                components.put(component.getName(), component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
        return components;
    }
}
