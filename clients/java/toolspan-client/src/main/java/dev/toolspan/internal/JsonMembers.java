package dev.toolspan.internal;

import java.util.List;
import java.util.Map;

/** A JSON object whose members have known types; another type is a ClassCastException. */
final class JsonMembers {
    private final Map<?, ?> members;

    JsonMembers(Object value) {
        this.members = (Map<?, ?>) value;
    }

    Object get(String name) {
        return members.get(name);
    }

    String text(String name) {
        return (String) members.get(name);
    }

    boolean flag(String name) {
        return (Boolean) members.get(name);
    }

    long number(String name) {
        return ((Number) members.get(name)).longValue();
    }

    /** An absent list is empty. */
    List<?> list(String name) {
        Object list = members.get(name);
        return list == null ? List.of() : (List<?>) list;
    }

    /** An absent object is empty. The reader makes string keys only. */
    @SuppressWarnings("unchecked")
    Map<String, Object> object(String name) {
        Object object = members.get(name);
        return object == null ? Map.of() : (Map<String, Object>) object;
    }
}
