package dev.toolspan.host.internal;

import dev.toolspan.host.Param;
import dev.toolspan.internal.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One named value of an object: a parameter of a method or a component of a record.
 *
 * @param name its key
 * @param description what it means; may be empty
 * @param shape its type
 * @param required whether it must be there
 * @param fallback the JSON value that stands for an absent one, or null where there is none
 * @param rest whether it takes all keys that no other member has
 * @param injected whether the framework gives it, unseen by models
 */
record Member(
        String name,
        String description,
        Shape shape,
        boolean required,
        Fallback fallback,
        boolean rest,
        boolean injected) {
    record Fallback(Object json) {
    }

    /** Reads an annotation, which may be null; the owner is who an error names. */
    static Member of(String name, Param said, JavaType type, Shape plain, String owner) {
        if (said == null) {
            return new Member(name, "", plain, !plain.mayBeAbsent(), null, false, false);
        }
        if (said.rest()) {
            if (said.injected()) {
                throw new IllegalArgumentException(owner + ": the rest cannot be injected");
            }
            if (!(plain instanceof Containers.Keyed)) {
                throw new IllegalArgumentException(owner + ": what takes the rest is a Map");
            }
            return new Member(name, said.description(), plain, false, null, true, false);
        }
        Shape shape = said.nullable() && !plain.takesNull() ? new Containers.Nullable(plain) : plain;
        boolean primitive = type.raw().isPrimitive();
        boolean defaulted = !said.defaultValue().equals(Param.NONE);
        if (primitive && said.nullable()) {
            throw new IllegalArgumentException(owner + ": a " + type + " cannot be null: use its box");
        }
        if (primitive && !said.required() && !defaulted) {
            throw new IllegalArgumentException(
                    owner + ": a " + type + " that may be left out needs a defaultValue: or use its box");
        }
        Fallback fallback = defaulted ? fallback(said.defaultValue(), shape, owner) : null;
        boolean required = said.required() && !defaulted && !shape.mayBeAbsent();
        return new Member(name, said.description(), shape, required, fallback, false, said.injected());
    }

    private static Fallback fallback(String text, Shape shape, String owner) {
        Object json;
        try {
            json = shape.isText() ? text : Json.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(owner + ": the defaultValue " + malformed.getMessage(), malformed);
        }
        Place place = Place.root();
        shape.read(json, place);
        if (!place.problems().isEmpty()) {
            throw new IllegalArgumentException(owner + ": the defaultValue: " + Problem.list(place.problems()));
        }
        return new Fallback(json);
    }

    /** The schema of those that models see. */
    static Map<String, Object> visible(List<Member> members) {
        return schema(members.stream().filter(member -> !member.injected).toList());
    }

    /** The schema of those that the framework gives; null where there are none. */
    static Map<String, Object> hidden(List<Member> members) {
        List<Member> hidden = members.stream().filter(Member::injected).toList();
        return hidden.isEmpty() ? null : schema(hidden);
    }

    static Map<String, Object> schema(List<Member> members) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Member member : members) {
            if (member.rest) {
                continue;
            }
            Map<String, Object> property = new LinkedHashMap<>(member.shape.schema());
            if (!member.description.isEmpty()) {
                property.put("description", member.description);
            }
            if (member.fallback != null) {
                property.put("default", member.fallback.json);
            }
            properties.put(member.name, property);
        }
        Map<String, Object> schema = Json.schema("type", "object", "properties", properties);
        List<String> required = members.stream().filter(Member::required).map(Member::name).toList();
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        members.stream().filter(Member::rest).map(member -> member.shape.schema()).forEach(rest -> {
            rest.remove("type");
            schema.putAll(rest);
        });
        return schema;
    }

    /** The values in the order of the members; unknown keys are left out. */
    static Object[] read(List<Member> members, Map<?, ?> json, Place place) {
        Object[] values = new Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            values[i] = member.rest ? member.shape.read(rest(members, json), place) : member.value(json, place);
        }
        return values;
    }

    private static Map<Object, Object> rest(List<Member> members, Map<?, ?> json) {
        Map<Object, Object> rest = new LinkedHashMap<>(json);
        members.stream().filter(member -> !member.rest).forEach(member -> rest.remove(member.name));
        return rest;
    }

    private Object value(Map<?, ?> json, Place place) {
        if (json.containsKey(name)) {
            return shape.read(json.get(name), place.at(name));
        }
        if (fallback != null) {
            return shape.read(fallback.json, place.at(name));
        }
        return required ? place.at(name).refuse("is required") : shape.absent();
    }
}
