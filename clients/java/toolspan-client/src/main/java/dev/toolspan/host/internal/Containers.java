package dev.toolspan.host.internal;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Values that hold others. */
final class Containers {
    private Containers() {
    }

    private static Map<String, Object> array(Shape item) {
        Map<String, Object> schema = Json.schema("type", "array");
        Map<String, Object> items = item.schema();
        if (!items.isEmpty()) {
            schema.put("items", items);
        }
        return schema;
    }

    /** A list, or a set, whose elements differ. */
    record Several(Shape item, boolean unique, IntFunction<Collection<Object>> make) implements Shape {
        @Override
        public Map<String, Object> schema() {
            Map<String, Object> schema = array(item);
            if (unique) {
                schema.put("uniqueItems", true);
            }
            return schema;
        }

        @Override
        public Object read(Object json, Place place) {
            if (!(json instanceof List<?> items)) {
                return place.refuse("array", json);
            }
            Collection<Object> collection = make.apply(items.size());
            int sound = place.problems().size();
            for (int i = 0; i < items.size(); i++) {
                Place there = place.at(i);
                Object value = item.read(items.get(i), there);
                boolean readable = place.problems().size() == sound;
                if (readable && !collection.add(value)) {
                    there.refuse("is equal to an earlier item");
                }
            }
            return collection;
        }
    }

    /** An array of any element type. */
    record Fixed(Shape item, Class<?> element) implements Shape {
        @Override
        public Map<String, Object> schema() {
            return array(item);
        }

        @Override
        public Object read(Object json, Place place) {
            if (!(json instanceof List<?> items)) {
                return place.refuse("array", json);
            }
            Object array = Array.newInstance(element, items.size());
            for (int i = 0; i < items.size(); i++) {
                Object value = item.read(items.get(i), place.at(i));
                if (value != null) {
                    Array.set(array, i, value);
                }
            }
            return array;
        }
    }

    /** An object with any keys; the names are the schema of the keys where they are not any text. */
    record Keyed(Function<String, Object> key, Map<String, Object> names, Shape item, Supplier<Map<Object, Object>> make)
            implements Shape {
        @Override
        public Map<String, Object> schema() {
            Map<String, Object> schema = Json.schema("type", "object");
            if (!names.isEmpty()) {
                schema.put("propertyNames", names);
            }
            Map<String, Object> items = item.schema();
            if (!items.isEmpty()) {
                schema.put("additionalProperties", items);
            }
            return schema;
        }

        @Override
        public Object read(Object json, Place place) {
            if (!(json instanceof Map<?, ?> members)) {
                return place.refuse("object", json);
            }
            Map<Object, Object> map = make.get();
            members.forEach((name, value) -> {
                Place there = place.at(name);
                Object own = key.apply((String) name);
                Object read = item.read(value, there);
                if (own == null) {
                    there.refuse("has a name that is not allowed");
                } else if (map.containsKey(own)) {
                    there.refuse("has a name that means the same as an earlier one");
                } else {
                    map.put(own, read);
                }
            });
            return map;
        }
    }

    /** A value, or JSON null. */
    record Nullable(Shape value) implements Shape {
        @Override
        public Map<String, Object> schema() {
            return orNull(value);
        }

        @Override
        public Object read(Object json, Place place) {
            return json == null ? null : value.read(json, place);
        }

        @Override
        public boolean takesNull() {
            return true;
        }

        @Override
        public boolean isText() {
            return value.isText();
        }
    }

    /** A value that may be left out, or be JSON null; both are the same empty one. */
    record Maybe(Shape value, Object empty, Function<Object, Object> wrap) implements Shape {
        @Override
        public Map<String, Object> schema() {
            return orNull(value);
        }

        @Override
        public Object read(Object json, Place place) {
            if (json == null) {
                return empty;
            }
            Object read = value.read(json, place);
            return read == null ? empty : wrap.apply(read);
        }

        @Override
        public boolean takesNull() {
            return true;
        }

        @Override
        public boolean mayBeAbsent() {
            return true;
        }

        @Override
        public Object absent() {
            return empty;
        }

        @Override
        public boolean isText() {
            return value.isText();
        }
    }

    private static Map<String, Object> orNull(Shape value) {
        Map<String, Object> schema = value.schema();
        return schema.isEmpty() || value.takesNull()
                ? schema
                : Json.schema("anyOf", List.of(schema, Json.schema("type", "null")));
    }

    /** True or false. */
    record Flag() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return Json.schema("type", "boolean");
        }

        @Override
        public Object read(Object json, Place place) {
            return json instanceof Boolean ? json : place.refuse("boolean", json);
        }
    }

    /** Any value, as the SDK shows results; lists and maps may be changed. */
    record Anything() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return Map.of();
        }

        @Override
        public Object read(Object json, Place place) {
            if (json instanceof List<?> items) {
                List<Object> copy = new ArrayList<>(items.size());
                items.forEach(item -> copy.add(read(item, place)));
                return copy;
            }
            if (json instanceof Map<?, ?> members) {
                Map<Object, Object> copy = new LinkedHashMap<>();
                members.forEach((name, value) -> copy.put(name, read(value, place)));
                return copy;
            }
            return json;
        }

        @Override
        public boolean takesNull() {
            return true;
        }
    }
}
