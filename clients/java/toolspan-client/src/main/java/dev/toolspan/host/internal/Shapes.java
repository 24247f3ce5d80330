package dev.toolspan.host.internal;

import dev.toolspan.host.Param;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The shapes of the Java types of one tool. */
final class Shapes {
    private static final Shape INT = new Numbers.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
    private static final Shape LONG = new Numbers.Whole(Long.MIN_VALUE, Long.MAX_VALUE, value -> value);
    private static final Shape DOUBLE = new Numbers.Real();

    private static final Map<Class<?>, Shape> PLAIN = new HashMap<>(Words.SHAPES);
    private static final Map<Class<?>, IntFunction<Collection<Object>>> LISTS = new HashMap<>();
    private static final Map<Class<?>, IntFunction<Collection<Object>>> SETS = new HashMap<>();
    private static final Map<Class<?>, Supplier<Map<Object, Object>>> MAPS = new HashMap<>();

    static {
        both(boolean.class, Boolean.class, new Containers.Flag());
        both(byte.class, Byte.class, new Numbers.Whole(Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue));
        both(short.class, Short.class, new Numbers.Whole(Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue));
        both(int.class, Integer.class, INT);
        both(long.class, Long.class, LONG);
        both(float.class, Float.class, new Numbers.Single());
        both(double.class, Double.class, DOUBLE);
        both(char.class, Character.class, Words.SHAPES.get(Character.class));
        PLAIN.put(BigInteger.class, new Numbers.Huge());
        PLAIN.put(BigDecimal.class, new Numbers.Decimal());
        PLAIN.put(Number.class, new Numbers.Any());
        PLAIN.put(Object.class, new Containers.Anything());
        PLAIN.put(OptionalInt.class, new Containers.Maybe(INT, OptionalInt.empty(), n -> OptionalInt.of((Integer) n)));
        PLAIN.put(OptionalLong.class, new Containers.Maybe(LONG, OptionalLong.empty(), n -> OptionalLong.of((Long) n)));
        PLAIN.put(
                OptionalDouble.class,
                new Containers.Maybe(DOUBLE, OptionalDouble.empty(), n -> OptionalDouble.of((Double) n)));
        for (Class<?> type : List.of(List.class, Collection.class, Iterable.class, ArrayList.class)) {
            LISTS.put(type, ArrayList::new);
        }
        for (Class<?> type : List.of(Set.class, HashSet.class, LinkedHashSet.class)) {
            SETS.put(type, size -> new LinkedHashSet<>());
        }
        for (Class<?> type : List.of(SortedSet.class, NavigableSet.class, TreeSet.class)) {
            SETS.put(type, size -> new TreeSet<>());
        }
        for (Class<?> type : List.of(Map.class, HashMap.class, LinkedHashMap.class)) {
            MAPS.put(type, LinkedHashMap::new);
        }
        for (Class<?> type : List.of(SortedMap.class, NavigableMap.class, TreeMap.class)) {
            MAPS.put(type, TreeMap::new);
        }
    }

    private final Map<JavaType, RecordShape> records = new LinkedHashMap<>();
    private final boolean isOutput;
    private boolean exact;

    private Shapes(boolean isOutput) {
        this.isOutput = isOutput;
    }

    static Shapes ofInput() {
        return new Shapes(false);
    }

    /** Of results, where a record writes null for a component that may be left out. */
    static Shapes ofOutput() {
        return new Shapes(true);
    }

    private static void both(Class<?> primitive, Class<?> box, Shape shape) {
        PLAIN.put(primitive, shape);
        PLAIN.put(box, shape);
    }

    /** Whether a type was met that holds more digits than a double. */
    boolean isExact() {
        return exact;
    }

    /** The schema of a whole value, with the records that it refers to. */
    Map<String, Object> whole(Map<String, Object> schema) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (RecordShape shape : records.values()) {
            if (shape.isReferred()) {
                String name = (String) shape.schema().get("$ref");
                all.put(name.substring("#/$defs/".length()), Member.schema(shape.members()));
            }
        }
        Map<String, Object> definitions = new LinkedHashMap<>();
        refer(schema, all, definitions);
        if (definitions.isEmpty()) {
            return schema;
        }
        Map<String, Object> whole = new LinkedHashMap<>(schema);
        whole.put("$defs", definitions);
        return whole;
    }

    private static void refer(Object node, Map<String, Object> all, Map<String, Object> found) {
        if (node instanceof Map<?, ?> map) {
            String name = String.valueOf(map.get("$ref")).replaceFirst("^#/\\$defs/", "");
            if (all.containsKey(name) && found.putIfAbsent(name, all.get(name)) == null) {
                refer(all.get(name), all, found);
            }
            map.values().forEach(value -> refer(value, all, found));
        } else if (node instanceof List<?> list) {
            list.forEach(value -> refer(value, all, found));
        }
    }

    /** The shape of a type; one without JSON form is an IllegalArgumentException that names the owner. */
    Shape of(JavaType type, String owner) {
        Class<?> raw = type.raw();
        exact |= raw == BigDecimal.class;
        if (PLAIN.containsKey(raw)) {
            return PLAIN.get(raw);
        }
        if (raw == Optional.class) {
            return new Containers.Maybe(of(type.argument(0), owner), Optional.empty(), Optional::of);
        }
        if (raw.isEnum()) {
            return Words.OneOf.of(raw);
        }
        if (raw.isArray()) {
            return new Containers.Fixed(of(type.argument(0), owner), raw.getComponentType());
        }
        if (raw.isRecord()) {
            return inner(record(type, owner), owner);
        }
        if (LISTS.containsKey(raw)) {
            return new Containers.Several(of(type.argument(0), owner), false, LISTS.get(raw));
        }
        if (SETS.containsKey(raw)) {
            return new Containers.Several(of(type.argument(0), owner), true, SETS.get(raw));
        }
        if (MAPS.containsKey(raw)) {
            return map(type, owner);
        }
        throw new IllegalArgumentException(owner + ": " + advice(type));
    }

    private static String advice(JavaType type) {
        if (type.raw() == LocalDateTime.class || type.raw() == LocalTime.class) {
            return type + " is a time without a zone, which does not cross: use Instant or OffsetDateTime";
        }
        return type + " has no schema: use a record, an enum, a collection, Object, or take the value as text";
    }

    private Shape map(JavaType type, String owner) {
        Shape item = of(type.argument(1), owner);
        Class<?> key = type.argument(0).raw();
        if (key == String.class || key == Object.class) {
            return new Containers.Keyed(name -> name, Map.of(), item, MAPS.get(type.raw()));
        }
        Shape shape = of(type.argument(0), owner);
        boolean text = shape.isText();
        boolean number = shape instanceof Numbers.Whole || shape instanceof Numbers.Huge;
        if (!text && !number && !(shape instanceof Containers.Flag)) {
            throw new IllegalArgumentException(owner + ": " + type + " has keys that have no text form");
        }
        Map<String, Object> names = shape instanceof Words.OneOf ? Json.schema("enum", shape.schema().get("enum")) : Map.of();
        return new Containers.Keyed(key(shape, text), names, item, MAPS.get(type.raw()));
    }

    // keys that are not strings have their JSON text form (C1.6)
    private static Function<String, Object> key(Shape shape, boolean text) {
        return name -> {
            Place place = Place.root();
            try {
                Object value = shape.read(text ? name : Json.parse(name), place);
                return place.problems().isEmpty() ? value : null;
            } catch (IllegalArgumentException malformed) {
                return null;
            }
        };
    }

    // models would see it, and nobody would inject it
    private static RecordShape inner(RecordShape shape, String owner) {
        if (shape.isComplete() && shape.members().stream().anyMatch(Member::injected)) {
            throw new IllegalArgumentException(owner + ": only the whole input of a tool has injected components");
        }
        return shape;
    }

    RecordShape record(JavaType type, String owner) {
        RecordShape known = records.get(type);
        if (known != null) {
            if (!known.isComplete() && !known.isReferred()) {
                known.refer(free(type.raw().getSimpleName()));
            }
            return known;
        }
        RecordShape shape = new RecordShape(type.raw());
        records.put(type, shape);
        List<Member> members = new ArrayList<>();
        for (RecordComponent component : type.raw().getRecordComponents()) {
            Param said = component.getAnnotation(Param.class);
            JavaType own = type.member(component.getGenericType());
            String place = owner + ", " + type.raw().getSimpleName() + "." + component.getName();
            Shape plain = of(own, place);
            boolean isNull = isOutput && said != null && !said.required() && !plain.takesNull();
            Shape written = isNull ? new Containers.Nullable(plain) : plain;
            members.add(Member.of(name(said, component.getName()), said, own, written, place));
        }
        shape.complete(members);
        return shape;
    }

    /** The name that an annotation gives, or another. */
    static String name(Param said, String otherwise) {
        if (said == null || said.value().isEmpty() && said.name().isEmpty()) {
            return otherwise;
        }
        return said.value().isEmpty() ? said.name() : said.value();
    }

    private String free(String name) {
        long taken = records.values().stream()
                .filter(RecordShape::isReferred)
                .filter(shape -> shape.type().getSimpleName().equals(name))
                .count();
        return taken == 0 ? name : name + (taken + 1);
    }
}
