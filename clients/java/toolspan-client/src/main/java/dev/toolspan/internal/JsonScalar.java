package dev.toolspan.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** A Java value that is one JSON literal or string: the one text form of each (C1.6). */
sealed interface JsonScalar {
    /** A number, boolean or null. */
    record Literal(String text) implements JsonScalar {
    }

    /** Text that JSON puts in quotes. */
    record Text(CharSequence text) implements JsonScalar {
    }

    /** A float, whose form depends on the reader. */
    record Float(double value) implements JsonScalar {
    }

    /** A value that cannot cross. */
    record Unfit(String reason) implements JsonScalar {
    }

    /** The most digits that a decimal may be written with. */
    int MOST_DIGITS = 1 << 20;

    DateTimeFormatter INSTANT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter()
            .withZone(ZoneOffset.UTC);

    Map<Class<?>, Function<Object, JsonScalar>> FORMS = Map.ofEntries(
            form(String.class, Text::new),
            form(Character.class, c -> new Text(c.toString())),
            form(Boolean.class, JsonScalar::literal),
            form(AtomicBoolean.class, JsonScalar::literal),
            form(Byte.class, JsonScalar::literal),
            form(Short.class, JsonScalar::literal),
            form(Integer.class, JsonScalar::literal),
            form(Long.class, JsonScalar::literal),
            form(AtomicInteger.class, JsonScalar::literal),
            form(AtomicLong.class, JsonScalar::literal),
            form(LongAdder.class, JsonScalar::literal),
            form(java.lang.Float.class, f -> real(f.doubleValue())),
            form(Double.class, JsonScalar::real),
            form(DoubleAdder.class, d -> real(d.sum())),
            form(Instant.class, JsonScalar::instant),
            form(OffsetDateTime.class, t -> instant(t.toInstant())),
            form(ZonedDateTime.class, t -> instant(t.toInstant())),
            form(LocalDateTime.class, t -> new Unfit(Texts.NAIVE_TIME)),
            form(LocalTime.class, t -> new Unfit(Texts.NAIVE_TIME)),
            form(LocalDate.class, d -> new Text(d.toString())),
            form(Duration.class, d -> new Text(d.toString())),
            form(Period.class, p -> new Text(p.toString())),
            form(UUID.class, id -> new Text(id.toString())),
            form(byte[].class, b -> new Text(Base64.getEncoder().encodeToString(b))));

    /** The scalar of a value, or null where it is none. */
    static JsonScalar of(Object value) {
        if (value == null) {
            return new Literal("null");
        }
        Function<Object, JsonScalar> form = FORMS.get(value.getClass());
        return form == null ? open(value) : form.apply(value);
    }

    // classes that others may extend
    private static JsonScalar open(Object value) {
        if (value instanceof CharSequence text) {
            return new Text(text);
        }
        if (value instanceof Enum<?> constant) {
            return new Text(constant.name());
        }
        if (value instanceof BigInteger) {
            return literal(value);
        }
        if (value instanceof BigDecimal decimal) {
            boolean writable = Math.abs((long) decimal.scale()) + decimal.precision() <= MOST_DIGITS;
            return writable ? new Text(decimal.toPlainString()) : unfit(value);
        }
        if (value instanceof Date date) {
            return date(date);
        }
        if (value instanceof Calendar calendar) {
            return instant(calendar.toInstant());
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return new Text(Base64.getEncoder().encodeToString(bytes));
        }
        return null;
    }

    private static JsonScalar real(double value) {
        return Double.isFinite(value) ? new Float(value) : new Unfit(Texts.nonFinite(value));
    }

    private static JsonScalar instant(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year < 0 || year > 9999 ? unfit(instant) : new Text(INSTANT.format(instant));
    }

    // the dates and times of java.sql have no instant, being without a zone
    private static JsonScalar date(Date date) {
        try {
            return instant(date.toInstant());
        } catch (UnsupportedOperationException zoneless) {
            return new Unfit(Texts.NAIVE_TIME);
        }
    }

    private static JsonScalar literal(Object value) {
        return new Literal(value.toString());
    }

    static Unfit unfit(Object value) {
        return new Unfit(Texts.noJsonForm(value.getClass().getTypeName()));
    }

    private static <T> Map.Entry<Class<?>, Function<Object, JsonScalar>> form(
            Class<T> type, Function<T, JsonScalar> form) {
        return Map.entry(type, value -> form.apply(type.cast(value)));
    }
}
