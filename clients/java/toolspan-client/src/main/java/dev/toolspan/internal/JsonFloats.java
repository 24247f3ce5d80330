package dev.toolspan.internal;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** The text of a finite double, which always has a point or an exponent. */
public enum JsonFloats {
    /** As it travels: a large integral value has an exponent ({@code 1e20}). */
    WIRE {
        @Override
        String integral(String digits, int point) {
            return digits.length() <= point && point <= 15 ? plain(digits, point) + ".0" : exponent(digits, point, "e");
        }

        @Override
        String exponentMark() {
            return "e";
        }
    },
    /** As a model reads it: RFC 8785, plus {@code .0} where that writes neither point nor exponent (C2.11). */
    MODEL {
        @Override
        String integral(String digits, int point) {
            return plain(digits, point) + ".0";
        }

        @Override
        String exponentMark() {
            return "e+";
        }
    };

    abstract String integral(String digits, int point);

    abstract String exponentMark();

    /** The shortest text that reads back as the same double. */
    String text(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        return (value < 0 ? "-" : "") + positive(Math.abs(value));
    }

    // ECMAScript's Number::toString: n digits with the point after the first `point` of them
    private String positive(double value) {
        BigDecimal shortest = shortest(value);
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        if (digits.length() <= point && point <= 21) {
            return integral(digits, point);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        return exponent(digits, point, point > 0 ? exponentMark() : "e");
    }

    private static String plain(String digits, int point) {
        return digits + "0".repeat(point - digits.length());
    }

    private static String exponent(String digits, int point, String mark) {
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + mark + (point - 1);
    }

    // JDK 17's own Double.toString is not always the shortest; the fast writer is, except that it never writes fewer
    // than two digits (4.9E-324 for 5e-324)
    private static BigDecimal shortest(double value) {
        BigDecimal written = new BigDecimal(NumberOutput.toString(value, true)).stripTrailingZeros();
        if (written.precision() == 2) {
            BigDecimal one = written.round(new MathContext(1, RoundingMode.HALF_EVEN)).stripTrailingZeros();
            return one.doubleValue() == value ? one : written;
        }
        return written;
    }
}
