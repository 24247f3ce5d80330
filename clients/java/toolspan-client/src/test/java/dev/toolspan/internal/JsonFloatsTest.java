package dev.toolspan.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonFloatsTest {
    // value, as it travels, as a model reads it (what ECMAScript writes, plus .0 where it has no point or exponent)
    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0, 1.0",
        "-1.0, -1.0, -1.0",
        "0.0, 0.0, 0.0",
        "-0.0, -0.0, -0.0",
        "42.5, 42.5, 42.5",
        "0.1, 0.1, 0.1",
        "1e-6, 0.000001, 0.000001",
        "1e-7, 1e-7, 1e-7",
        "1.5e-7, 1.5e-7, 1.5e-7",
        "123456789012345.0, 123456789012345.0, 123456789012345.0",
        "1e20, 1e20, 100000000000000000000.0",
        "123456789012345680000, 1.2345678901234568e20, 123456789012345680000.0",
        "1e21, 1e21, 1e+21",
        "1.7976931348623157e308, 1.7976931348623157e308, 1.7976931348623157e+308",
        "4.9e-324, 5e-324, 5e-324",
        "9.9e-324, 1e-323, 1e-323",
        "1.5e-323, 1.5e-323, 1.5e-323",
        "2.0e-3, 0.002, 0.002",
        "2e23, 2e23, 2e+23",
        "1.2e1, 12.0, 12.0",
        "9007199254740993, 9.007199254740992e15, 9007199254740992.0",
        "5.0e-5, 0.00005, 0.00005",
        "333333333.3333333, 333333333.3333333, 333333333.3333333",
    })
    void knownForms(double value, String wire, String model) {
        assertEquals(wire, JsonFloats.WIRE.text(value));
        assertEquals(model, JsonFloats.MODEL.text(value));
    }

    @Test
    void everyFormReadsBack() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertEquals(value, Double.parseDouble(JsonFloats.WIRE.text(value)));
                assertEquals(value, Double.parseDouble(JsonFloats.MODEL.text(value)));
                assertTrue(JsonFloats.WIRE.text(value).matches(".*[.e].*"));
            }
        }
    }
}
