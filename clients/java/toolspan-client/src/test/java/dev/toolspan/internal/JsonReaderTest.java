package dev.toolspan.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JsonReaderTest {
    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("42", 42),
                Arguments.of("42.0", 42.0),
                Arguments.of("9007199254740993", 9007199254740993L),
                Arguments.of("18446744073709551615", new BigInteger("18446744073709551615")),
                Arguments.of("-0.0", -0.0),
                Arguments.of("1e20", 1e20),
                Arguments.of("1e-400", 0.0),
                Arguments.of("{\"a\":1,\"b\":2,\"a\":3}", Map.of("a", 3, "b", 2)),
                Arguments.of("\"a\\ud800b\"", "a\ufffdb"),
                Arguments.of("{\"\\udc00\":1}", Map.of("\ufffd", 1)),
                Arguments.of(" [null, true, \"\"] ", Arrays.asList(null, true, "")));
    }

    @ParameterizedTest
    @MethodSource("values")
    void reads(String json, Object value) {
        assertEquals(new JsonReader.Value(value), JsonReader.read(json));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = ';', value = {
        "``; is not valid JSON",
        "{\"a\":; is not valid JSON",
        "NaN; is not valid JSON",
        "01; is not valid JSON",
        "1 2; is not valid JSON",
        "[1,]; is not valid JSON",
        "1e400; is a number beyond the range of a double",
    })
    void refuses(String json, String reason) {
        assertEquals(new JsonReader.Bad(reason), JsonReader.read(json));
    }

    @Test
    void refusesBytesThatAreNoText() {
        assertEquals(new JsonReader.Bad("is not valid UTF-8"), JsonReader.read(new byte[] {'"', (byte) 0xC3, '"'}));
    }

    @Test
    void depthIsLimitedWithoutOverflow() {
        assertInstanceOf(JsonReader.Value.class, JsonReader.read("[".repeat(512) + "]".repeat(512)));
        JsonReader.Bad tooDeep = new JsonReader.Bad("is nested deeper than 512 levels");
        assertEquals(tooDeep, JsonReader.read("[".repeat(513) + "]".repeat(513)));
        assertEquals(tooDeep, JsonReader.read("[".repeat(100_000)));
    }

    @Test
    void longTextsAndNumbersAreWhole() {
        String text = "x".repeat(25 << 20);
        assertEquals(new JsonReader.Value(text), JsonReader.read(("\"" + text + "\"").getBytes(StandardCharsets.UTF_8)));
        String digits = "1234567890".repeat(500);
        assertEquals(new JsonReader.Value(List.of(new BigInteger(digits))), JsonReader.read("[" + digits + "]"));
    }
}
