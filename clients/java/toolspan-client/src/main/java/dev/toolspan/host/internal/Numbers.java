package dev.toolspan.host.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Numbers, of which nothing is ever cut off: what a type does not hold exactly is refused. */
final class Numbers {
    private static final Map<String, Object> INTEGER = Json.schema("type", "integer");
    private static final Map<String, Object> NUMBER = Json.schema("type", "number");
    private static final String DIGITS = "^-?[0-9]+(\\.[0-9]+)?$";
    private static final Pattern DECIMAL = Pattern.compile(DIGITS);
    /** More digits than that take minutes to write out from an exponent. */
    private static final int MOST_DIGITS = 1 << 20;

    private Numbers() {
    }

    /** An integer between two bounds. 42.0 is one, as JSON Schema says. */
    record Whole(long least, long most, Function<Long, Object> make) implements Shape {
        @Override
        public Map<String, Object> schema() {
            return INTEGER;
        }

        @Override
        public Object read(Object json, Place place) {
            if (json instanceof Integer small && least <= small && small <= most) {
                return make.apply(small.longValue());
            }
            BigInteger whole = whole(json);
            if (whole == null) {
                return place.refuse("integer", json);
            }
            if (whole.compareTo(BigInteger.valueOf(least)) < 0) {
                return place.refuse("must be >= " + least);
            }
            return whole.compareTo(BigInteger.valueOf(most)) > 0
                    ? place.refuse("must be <= " + most)
                    : make.apply(whole.longValueExact());
        }
    }

    /** An integer of any size. */
    record Huge() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return INTEGER;
        }

        @Override
        public Object read(Object json, Place place) {
            BigInteger whole = whole(json);
            return whole == null ? place.refuse("integer", json) : whole;
        }
    }

    /** A double. */
    record Real() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return NUMBER;
        }

        @Override
        public Object read(Object json, Place place) {
            return real(json, place);
        }
    }

    /** A float: the nearest one, but neither infinite nor zero where the number is not. */
    record Single() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return NUMBER;
        }

        @Override
        public Object read(Object json, Place place) {
            Double real = real(json, place);
            if (real == null) {
                return null;
            }
            float single = real.floatValue();
            boolean isWhole = "integer".equals(Json.typeOf(json));
            if (Float.isInfinite(single) || single == 0 && real != 0 || isWhole && single != real) {
                return place.refuse("is a number that a float does not hold");
            }
            return single;
        }
    }

    /** A decimal with all its digits: a string of them, as this SDK writes it, or a number. */
    record Decimal() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return Json.schema(
                    "anyOf", List.of(NUMBER, Json.schema("type", "string", "pattern", DIGITS)));
        }

        @Override
        public Object read(Object json, Place place) {
            if (json instanceof String text) {
                return DECIMAL.matcher(text).matches()
                        ? new BigDecimal(text)
                        : place.refuse("must match pattern \"" + DIGITS + "\"");
            }
            BigDecimal decimal = decimal(json);
            return decimal == null ? place.refuse("number or string", json) : decimal;
        }

        @Override
        public boolean isText() {
            return true;
        }
    }

    /** A number in whichever class holds it exactly. */
    record Any() implements Shape {
        @Override
        public Map<String, Object> schema() {
            return NUMBER;
        }

        @Override
        public Object read(Object json, Place place) {
            return json instanceof Number ? json : place.refuse("number", json);
        }
    }

    private static Double real(Object json, Place place) {
        if (json instanceof Double real) {
            return real;
        }
        if (json instanceof BigDecimal nearest) {
            return nearest.doubleValue();
        }
        BigInteger whole = whole(json);
        if (whole == null) {
            return place.refuse("number", json);
        }
        double real = whole.doubleValue();
        return Double.isInfinite(real) || !new BigDecimal(real).toBigInteger().equals(whole)
                ? place.refuse("is an integer that a double does not hold")
                : (Double) real;
    }

    private static BigDecimal decimal(Object json) {
        if (json instanceof BigDecimal exact) {
            return exact;
        }
        if (json instanceof Double real) {
            return BigDecimal.valueOf(real);
        }
        return json instanceof Number ? new BigDecimal(json.toString()) : null;
    }

    // null where the value is no integer
    private static BigInteger whole(Object json) {
        if (json instanceof BigInteger huge) {
            return huge;
        }
        if (json instanceof Integer || json instanceof Long) {
            return BigInteger.valueOf(((Number) json).longValue());
        }
        BigDecimal decimal = decimal(json);
        if (decimal == null || (long) decimal.precision() - decimal.scale() > MOST_DIGITS) {
            return null;
        }
        BigDecimal shortest = decimal.stripTrailingZeros();
        return shortest.scale() <= 0 ? shortest.toBigInteger() : null;
    }
}
