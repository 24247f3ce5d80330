package dev.toolspan.host.internal;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Java type with what its variables stand for.
 *
 * @param raw the class
 * @param arguments its type arguments, none for a raw type; of an array, the type of its elements
 */
record JavaType(Class<?> raw, List<JavaType> arguments) {
    static JavaType of(Type type) {
        return of(type, Map.of());
    }

    private static JavaType of(Type type, Map<TypeVariable<?>, JavaType> bound) {
        if (type instanceof Class<?> known) {
            return new JavaType(known, known.isArray() ? List.of(of(known.getComponentType())) : List.of());
        }
        if (type instanceof ParameterizedType generic) {
            List<JavaType> arguments = new ArrayList<>();
            for (Type argument : generic.getActualTypeArguments()) {
                arguments.add(of(argument, bound));
            }
            return new JavaType((Class<?>) generic.getRawType(), arguments);
        }
        if (type instanceof GenericArrayType array) {
            JavaType element = of(array.getGenericComponentType(), bound);
            return new JavaType(Array.newInstance(element.raw, 0).getClass(), List.of(element));
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], bound);
        }
        TypeVariable<?> variable = (TypeVariable<?>) type;
        JavaType known = bound.get(variable);
        // a variable may stand in its own bound
        return known != null ? known : new JavaType(Object.class, List.of());
    }

    /** The type of a member of this type. */
    JavaType member(Type type) {
        Map<TypeVariable<?>, JavaType> bound = new HashMap<>();
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < arguments.size() && i < variables.length; i++) {
            bound.put(variables[i], arguments.get(i));
        }
        return of(type, bound);
    }

    /** A type argument; of a raw type, any value. */
    JavaType argument(int index) {
        return index < arguments.size() ? arguments.get(index) : new JavaType(Object.class, List.of());
    }

    @Override
    public String toString() {
        if (arguments.isEmpty() || raw.isArray()) {
            return raw.getTypeName();
        }
        return raw.getTypeName() + "<" + String.join(", ", arguments.stream().map(JavaType::toString).toList()) + ">";
    }
}
