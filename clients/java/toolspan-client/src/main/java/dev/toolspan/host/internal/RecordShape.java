package dev.toolspan.host.internal;

import dev.toolspan.Outcome;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A record as an object of its components. One that holds itself is named, and referred to. */
final class RecordShape implements Shape {
    private final Class<?> type;
    private final Constructor<?> constructor;
    private List<Member> members;
    private String reference;

    RecordShape(Class<?> type) {
        this.type = type;
        Class<?>[] components =
                Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            this.constructor = type.getDeclaredConstructor(components);
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            throw new IllegalArgumentException(type.getTypeName() + " does not let its constructor be called", closed);
        }
    }

    Class<?> type() {
        return type;
    }

    boolean isComplete() {
        return members != null;
    }

    void complete(List<Member> components) {
        members = components;
    }

    List<Member> members() {
        return members;
    }

    boolean isReferred() {
        return reference != null;
    }

    void refer(String name) {
        reference = name;
    }

    @Override
    public Map<String, Object> schema() {
        return reference != null ? Json.schema("$ref", "#/$defs/" + reference) : Member.schema(members);
    }

    @Override
    public Object read(Object json, Place place) {
        if (!(json instanceof Map<?, ?> object)) {
            return place.refuse("object", json);
        }
        int sound = place.problems().size();
        Object[] values = Member.read(members, object, place);
        if (place.problems().size() > sound) {
            return null;
        }
        // a constructor may check what no schema says
        Outcome<Object> made = Foreign.attempt(() -> Foreign.make(constructor, values));
        return made instanceof Outcome.Returned<Object> returned
                ? returned.value()
                : place.refuse("is refused: " + ((Outcome.Raised<Object>) made).fault().message());
    }
}
