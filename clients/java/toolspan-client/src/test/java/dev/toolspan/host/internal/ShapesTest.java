package dev.toolspan.host.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.host.Param;
import dev.toolspan.internal.JsonReader;
import dev.toolspan.internal.Problem;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java types as schemas, and JSON read into them. */
class ShapesTest {
    enum Unit {
        CELSIUS,
        KELVIN
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException("low is above high");
            }
        }
    }

    record Box<T>(T inside, @Param(required = false) String label) {
    }

    record Node(int value, List<Node> children) {
    }

    record Named(@Param(value = "the name", description = "what for", defaultValue = "x") String name) {
    }

    @SuppressWarnings("unused")
    private static final class Fields {
        List<Integer> ints;
        Set<String> words;
        Map<String, List<Double>> series;
        Map<Integer, Boolean> numbered;
        SortedMap<Unit, Integer> byUnit;
        Optional<Integer> maybe;
        List<Optional<String>> gaps;
        Box<List<Unit>> box;
        Map<String, Object> any;
        List<? extends Number> numbers;
        int[][] matrix;
        Map<List<Integer>, String> badKeys;
    }

    private static Type field(String name) {
        try {
            return Fields.class.getDeclaredField(name).getGenericType();
        } catch (NoSuchFieldException missing) {
            throw new AssertionError(missing);
        }
    }

    private static String schema(Type type) {
        Shapes shapes = Shapes.ofInput();
        return Json.write(shapes.whole(shapes.of(JavaType.of(type), "here").schema()));
    }

    private static Object read(Type type, String json) {
        Place place = Place.root();
        Object value = read(type, json, place);
        assertEquals(List.of(), place.problems());
        return value;
    }

    private static String refusal(Type type, String json) {
        Place place = Place.root();
        read(type, json, place);
        assertTrue(!place.problems().isEmpty(), () -> json + " should be refused");
        return Problem.list(place.problems());
    }

    private static Object read(Type type, String json, Place place) {
        JsonReader.Read read = JsonReader.readExact(json.getBytes(StandardCharsets.UTF_8));
        return Shapes.ofInput().of(JavaType.of(type), "here").read(((JsonReader.Value) read).value(), place);
    }

    @Test
    void schemasOfTypes() {
        assertEquals("{\"type\":\"integer\"}", schema(long.class));
        assertEquals("{\"type\":\"number\"}", schema(Double.class));
        assertEquals("{\"type\":\"string\",\"format\":\"date-time\"}", schema(Instant.class));
        assertEquals("{\"type\":\"string\",\"contentEncoding\":\"base64\"}", schema(byte[].class));
        assertEquals("{}", schema(Object.class));
        assertEquals("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", schema(field("ints")));
        assertEquals("{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"uniqueItems\":true}", schema(field("words")));
        assertEquals(
                "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"items\":{\"type\":\"number\"}}}",
                schema(field("series")));
        assertEquals("{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}", schema(field("maybe")));
        assertEquals("{\"type\":\"object\"}", schema(field("any")));
        assertEquals("{\"type\":\"array\"}", schema(List.class));
        assertEquals(
                "{\"type\":\"object\",\"propertyNames\":{\"enum\":[\"CELSIUS\",\"KELVIN\"]},"
                        + "\"additionalProperties\":{\"type\":\"integer\"}}",
                schema(field("byUnit")));
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"inside\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
                        + "\"enum\":[\"CELSIUS\",\"KELVIN\"]}},\"label\":{\"type\":\"string\"}},\"required\":[\"inside\"]}",
                schema(field("box")));
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"the name\":{\"type\":\"string\",\"description\":\"what for\","
                        + "\"default\":\"x\"}}}",
                schema(Named.class));
    }

    @Test
    void aRecordThatHoldsItselfIsReferredTo() {
        assertEquals(
                "{\"$ref\":\"#/$defs/Node\",\"$defs\":{\"Node\":{\"type\":\"object\",\"properties\":{"
                        + "\"value\":{\"type\":\"integer\"},\"children\":{\"type\":\"array\",\"items\":"
                        + "{\"$ref\":\"#/$defs/Node\"}}},\"required\":[\"value\",\"children\"]}}}",
                schema(Node.class));
        assertEquals(
                new Node(1, List.of(new Node(2, List.of()))),
                read(Node.class, "{\"value\":1,\"children\":[{\"value\":2,\"children\":[]}]}"));
    }

    @ParameterizedTest
    @CsvSource({
        "42, 42", "42.0, 42", "4.2e1, 42", "-2147483648, -2147483648", "1e3, 1000",
    })
    void integersOfEveryForm(String json, int value) {
        assertEquals(value, read(int.class, json));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "42.5 | the whole value must be integer, not number",
        "\"42\" | the whole value must be integer, not string",
        "true | the whole value must be integer, not boolean",
        "null | the whole value must be integer, not null",
        "2147483648 | the whole value must be <= 2147483647",
        "-2147483649 | the whole value must be >= -2147483648",
        "1e300 | the whole value must be <= 2147483647",
        "99999999999999999999999 | the whole value must be <= 2147483647",
    })
    void nothingIsCutToAnInteger(String json, String problem) {
        assertEquals(problem, refusal(int.class, json));
    }

    @Test
    void numbersKeepEveryDigit() {
        assertEquals(Long.MAX_VALUE, read(long.class, "9223372036854775807"));
        assertEquals("the whole value must be <= 9223372036854775807", refusal(long.class, "9223372036854775808"));
        assertEquals(new BigInteger("123456789012345678901234567890"),
                read(BigInteger.class, "123456789012345678901234567890"));
        assertEquals(new BigDecimal("1.23456789012345678901"), read(BigDecimal.class, "1.23456789012345678901"));
        assertEquals(new BigDecimal("1.10"), read(BigDecimal.class, "\"1.10\""));
        assertTrue(refusal(BigDecimal.class, "\"ten\"").contains("must match pattern"));
        assertEquals(3.0, read(double.class, "3"));
        assertEquals(0.1f, read(float.class, "0.1"));
        assertEquals("the whole value is an integer that a double does not hold", refusal(double.class, "9007199254740993"));
        assertEquals("the whole value is a number that a float does not hold", refusal(float.class, "1e300"));
        assertEquals("the whole value is a number that a float does not hold", refusal(float.class, "16777217"));
        assertEquals((byte) -128, read(byte.class, "-128"));
        assertEquals("the whole value must be <= 127", refusal(Byte.class, "128"));
    }

    @Test
    void textsOfEveryKind() {
        assertEquals(Instant.parse("2026-01-01T10:00:00Z"), read(Instant.class, "\"2026-01-01T12:00:00+02:00\""));
        assertEquals(
                OffsetDateTime.of(2026, 1, 1, 12, 0, 0, 5, ZoneOffset.ofHours(2)),
                read(OffsetDateTime.class, "\"2026-01-01T12:00:00.000000005+02:00\""));
        assertEquals("the whole value is a time without a zone", refusal(Instant.class, "\"2026-01-01T12:00:00\""));
        assertEquals("the whole value must match format \"date-time\"", refusal(Instant.class, "\"soon\""));
        assertEquals(LocalDate.of(2026, 2, 28), read(LocalDate.class, "\"2026-02-28\""));
        assertEquals("the whole value must match format \"date\"", refusal(LocalDate.class, "\"2026-02-30\""));
        assertEquals(Duration.ofMillis(1500), read(Duration.class, "\"PT1.5S\""));
        UUID id = UUID.fromString("0b5a1f7e-1111-2222-3333-444455556666");
        assertEquals(id, read(UUID.class, "\"0B5A1F7E-1111-2222-3333-444455556666\""));
        assertEquals("the whole value must match format \"uuid\"", refusal(UUID.class, "\"1-1-1-1-1\""));
        assertArrayEquals(new byte[] {0, 1, 2}, (byte[]) read(byte[].class, "\"AAEC\""));
        assertEquals("the whole value must be base64", refusal(byte[].class, "\"*\""));
        assertEquals(Unit.KELVIN, read(Unit.class, "\"KELVIN\""));
        assertEquals("the whole value must be one of \"CELSIUS\",\"KELVIN\"", refusal(Unit.class, "\"kelvin\""));
        assertEquals('x', read(char.class, "\"x\""));
        assertTrue(refusal(char.class, "\"xy\"").contains("one character"));
    }

    @Test
    void containers() {
        assertEquals(List.of(1, 2), read(field("ints"), "[1,2.0]"));
        assertEquals("/1 must be integer, not string; /2 must be integer, not null", refusal(field("ints"), "[1,\"2\",null]"));
        assertEquals(Set.of("a", "b"), read(field("words"), "[\"a\",\"b\"]"));
        assertEquals("/1 is equal to an earlier item", refusal(field("words"), "[\"a\",\"a\"]"));
        assertEquals(Map.of("s", List.of(1.0, 2.5)), read(field("series"), "{\"s\":[1,2.5]}"));
        assertEquals(Map.of(7, true), read(field("numbered"), "{\"7\":true}"));
        assertEquals("/x has a name that is not allowed", refusal(field("numbered"), "{\"x\":true}"));
        assertEquals(Map.of(Unit.KELVIN, 1), read(field("byUnit"), "{\"KELVIN\":1}"));
        assertEquals(Optional.empty(), read(field("maybe"), "null"));
        assertEquals(Optional.of(4), read(field("maybe"), "4"));
        assertEquals(OptionalInt.of(4), read(OptionalInt.class, "4"));
        assertEquals(List.of(Optional.of("a"), Optional.empty()), read(field("gaps"), "[\"a\",null]"));
        assertEquals(List.of(1, 2.5), read(field("numbers"), "[1,2.5]"));
        assertEquals("[[1, 2], []]", Arrays.deepToString((int[][]) read(field("matrix"), "[[1,2],[]]")));
        assertEquals(new Box<>(List.of(Unit.KELVIN), null), read(field("box"), "{\"inside\":[\"KELVIN\"]}"));
        assertEquals(new Named("x"), read(Named.class, "{\"other\":1}"));
        assertEquals("/the name must be string, not null", refusal(Named.class, "{\"the name\":null}"));
    }

    @Test
    void everyProblemIsNamed() {
        assertEquals(
                "/low must be integer, not string; /high is required",
                refusal(Range.class, "{\"low\":\"1\"}"));
        assertEquals("the whole value is refused: low is above high", refusal(Range.class, "{\"low\":2,\"high\":1}"));
        assertEquals("the whole value must be object, not array", refusal(Range.class, "[]"));
    }

    @Test
    void whatHasNoSchemaSaysWhatToDo() {
        String zoneless = assertThrows(IllegalArgumentException.class, () -> schema(LocalDateTime.class)).getMessage();
        assertTrue(zoneless.contains("use Instant or OffsetDateTime"), zoneless);
        String thread = assertThrows(IllegalArgumentException.class, () -> schema(Thread.class)).getMessage();
        assertEquals("here: java.lang.Thread has no schema: use a record, an enum, a collection, Object, or take the"
                + " value as text", thread);
        assertThrows(IllegalArgumentException.class, () -> schema(field("badKeys")));
    }
}
