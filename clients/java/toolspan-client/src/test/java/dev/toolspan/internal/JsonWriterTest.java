package dev.toolspan.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.toolspan.Payload;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonWriterTest {
    record Point(int x, Double y, List<String> tags) {
    }

    static Stream<Arguments> values() {
        Map<Object, Object> keys = new LinkedHashMap<>();
        keys.put(2, "a");
        keys.put(true, "b");
        keys.put(null, "c");
        keys.put(TimeUnit.DAYS, "d");
        keys.put(1.5, "e");
        return Stream.of(
                row(null, "null"),
                row(List.of(1, 2L, (short) 3, (byte) 4, new AtomicLong(5)), "[1,2,3,4,5]"),
                row(new BigInteger("18446744073709551615"), "18446744073709551615"),
                row(9007199254740993L, "9007199254740993"),
                row(Long.MIN_VALUE, "-9223372036854775808"),
                row(List.of(1, 1.0, 1.5f, -0.0, 1e20), "[1,1.0,1.5,-0.0,1e20]"),
                row(new BigDecimal("1.10"), "\"1.10\""),
                row(new BigDecimal("1E+3"), "\"1000\""),
                row("é \" \\ \n \u0001 \u007f 😀 \u2028", "\"é \\\" \\\\ \\n \\u0001 \u007f 😀 \u2028\""),
                row("a\ud800b", "\"a\ufffdb\""),
                row(new StringBuilder("built"), "\"built\""),
                row('x', "\"x\""),
                row(TimeUnit.DAYS, "\"DAYS\""),
                row(new int[] {1, 2}, "[1,2]"),
                row(new Object[] {null, "a"}, "[null,\"a\"]"),
                row(new byte[] {1, 2, (byte) 255}, "\"AQL/\""),
                row(ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2), "\"AgM=\""),
                row(Arrays.asList(Optional.of(1), Optional.empty(), OptionalInt.of(2)), "[1,null,2]"),
                row(new Point(1, 2.0, List.of("t")), "{\"x\":1,\"y\":2.0,\"tags\":[\"t\"]}"),
                row(Instant.parse("2026-01-02T03:04:05Z"), "\"2026-01-02T03:04:05Z\""),
                row(Instant.parse("2026-01-02T03:04:05.120Z"), "\"2026-01-02T03:04:05.12Z\""),
                row(OffsetDateTime.parse("2026-01-02T03:04:05.000001+02:00"), "\"2026-01-02T01:04:05.000001Z\""),
                row(ZonedDateTime.parse("2026-07-02T03:04:05+02:00[Europe/Oslo]"), "\"2026-07-02T01:04:05Z\""),
                row(new Date(1500), "\"1970-01-01T00:00:01.5Z\""),
                row(LocalDate.of(2026, 1, 2), "\"2026-01-02\""),
                row(Duration.ofMillis(1500), "\"PT1.5S\""),
                row(new UUID(0, 0xABCDEF), "\"00000000-0000-0000-0000-000000abcdef\""),
                row(keys, "{\"2\":\"a\",\"true\":\"b\",\"null\":\"c\",\"DAYS\":\"d\",\"1.5\":\"e\"}"),
                row(Map.of("__proto__", Map.of("", 1)), "{\"__proto__\":{\"\":1}}"),
                row(List.of(new Payload(new byte[] {1}, "image/png"), Payload.json("[1.0]")),
                        "[{\"media_type\":\"image/png\",\"base64\":\"AQ==\"},[1.0]]"));
    }

    private static Arguments row(Object value, String json) {
        return Arguments.of(value, json);
    }

    @ParameterizedTest
    @MethodSource("values")
    void writes(Object value, String json) {
        assertEquals(new JsonWriter.Json(json), JsonWriter.write(value, JsonFloats.WIRE, 512));
    }

    static Stream<Arguments> problems() {
        Map<Object, Object> equalKeys = new LinkedHashMap<>();
        equalKeys.put(1, "a");
        equalKeys.put("1", "b");
        List<Object> cycle = new ArrayList<>();
        cycle.add(Map.of("me", cycle));
        Map<String, Object> several = new LinkedHashMap<>();
        several.put("a/b", Double.NaN);
        several.put("c~d", List.of(1, Double.NEGATIVE_INFINITY));
        several.put("e", new Object());
        return Stream.of(
                row(Double.POSITIVE_INFINITY,
                        "the whole value is Infinity, a non-finite number that JSON has no form for"),
                row(Float.NaN, "the whole value is NaN, a non-finite number that JSON has no form for"),
                row(Map.of("o", equalKeys), "/o has two keys that both become \"1\""),
                row(cycle, "/0/me refers to a value that contains it"),
                row(LocalDateTime.of(2026, 1, 1, 0, 0), "the whole value is a time without a zone"),
                row(new java.sql.Date(0), "the whole value is a time without a zone"),
                row(Thread.class, "the whole value is a java.lang.Class, which JSON has no form for"),
                row(Map.of(List.of(), 1), "the whole value is a java.util.ImmutableCollections$ListN,"
                        + " which JSON has no form for"),
                row(several, "/a~1b is NaN, a non-finite number that JSON has no form for; /c~0d/1 is -Infinity, a"
                        + " non-finite number that JSON has no form for; /e is a java.lang.Object, which JSON has no"
                        + " form for"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void names(Object value, String problems) {
        JsonWriter.Unfit unfit =
                assertInstanceOf(JsonWriter.Unfit.class, JsonWriter.write(value, JsonFloats.WIRE, 512));
        assertEquals(problems, Problem.list(unfit.problems()));
    }

    @Test
    void depthIsLimited() {
        assertInstanceOf(JsonWriter.Json.class, JsonWriter.write(nested(512), JsonFloats.WIRE, 512));
        JsonWriter.Unfit unfit =
                assertInstanceOf(JsonWriter.Unfit.class, JsonWriter.write(nested(513), JsonFloats.WIRE, 512));
        assertEquals("is nested deeper than 512 levels", unfit.problems().get(0).reason());
    }

    @Test
    void aValueThatStandsTwiceIsNoCycle() {
        List<Integer> shared = List.of(1);
        assertEquals(
                new JsonWriter.Json("[[1],[1]]"), JsonWriter.write(List.of(shared, shared), JsonFloats.WIRE, 512));
    }

    @Test
    void manyProblemsAreCounted() {
        JsonWriter.Unfit unfit = (JsonWriter.Unfit) JsonWriter.write(new double[60], JsonFloats.WIRE, 0);
        assertEquals(1, unfit.problems().size());
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            many.put("k" + i, Double.NaN);
        }
        JsonWriter.Unfit all = (JsonWriter.Unfit) JsonWriter.write(many, JsonFloats.WIRE, 512);
        assertEquals("and 10 more", Problem.list(all.problems()).replaceAll(".*; ", ""));
    }

    static Object nested(int depth) {
        Object value = List.of();
        for (int i = 1; i < depth; i++) {
            value = List.of(value);
        }
        return value;
    }
}
