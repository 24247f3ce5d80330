package dev.toolspan.host.internal;

import dev.toolspan.internal.Texts;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What JSON writes as a string. */
final class Words {
    private static final Pattern UUID_FORM = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

    static final Map<Class<?>, Shape> SHAPES = Map.ofEntries(
            Map.entry(String.class, word(text -> text, "")),
            Map.entry(CharSequence.class, word(text -> text, "")),
            Map.entry(Character.class, new Word(
                    Json.schema("type", "string", "minLength", 1, "maxLength", 1),
                    text -> text.length() == 1 ? (Character) text.charAt(0) : null,
                    "must be one character of the Basic Multilingual Plane")),
            Map.entry(UUID.class, word(
                    text -> UUID_FORM.matcher(text).matches() ? UUID.fromString(text) : null, "uuid")),
            Map.entry(byte[].class, new Word(
                    Json.schema("type", "string", "contentEncoding", "base64"),
                    text -> Base64.getDecoder().decode(text),
                    "must be base64")),
            Map.entry(Instant.class, word(text -> OffsetDateTime.parse(text).toInstant(), "date-time")),
            Map.entry(OffsetDateTime.class, word(OffsetDateTime::parse, "date-time")),
            Map.entry(ZonedDateTime.class, word(text -> OffsetDateTime.parse(text).toZonedDateTime(), "date-time")),
            Map.entry(LocalDate.class, word(LocalDate::parse, "date")),
            Map.entry(Duration.class, word(Duration::parse, "duration")),
            Map.entry(Period.class, word(Period::parse, "duration")));

    private Words() {
    }

    private static Word word(Function<String, Object> read, String format) {
        return format.isEmpty()
                ? new Word(Json.schema("type", "string"), read, "")
                : new Word(Json.schema("type", "string", "format", format), read, "must match format \"" + format + "\"");
    }

    /**
     * A value with a text form.
     *
     * @param parse gives null or raises where the text is none
     */
    record Word(Map<String, Object> schema, Function<String, Object> parse, String reason) implements Shape {
        @Override
        public Object read(Object json, Place place) {
            if (!(json instanceof String text)) {
                return place.refuse("string", json);
            }
            Object value = parsed(text);
            return value == null ? place.refuse(isNaive(text) ? Texts.NAIVE_TIME : reason) : value;
        }

        private Object parsed(String text) {
            try {
                return parse.apply(text);
            } catch (DateTimeException | IllegalArgumentException | ArithmeticException malformed) {
                return null;
            }
        }

        private boolean isNaive(String text) {
            try {
                return "date-time".equals(schema.get("format")) && LocalDateTime.parse(text) != null;
            } catch (DateTimeException malformed) {
                return false;
            }
        }

        @Override
        public boolean isText() {
            return true;
        }
    }

    /** The constants of an enum, by name. */
    record OneOf(Map<String, Object> constants) implements Shape {
        static OneOf of(Class<?> type) {
            Map<String, Object> constants = new LinkedHashMap<>();
            for (Object constant : type.getEnumConstants()) {
                constants.put(((Enum<?>) constant).name(), constant);
            }
            return new OneOf(constants);
        }

        private List<String> names() {
            return List.copyOf(constants.keySet());
        }

        @Override
        public Map<String, Object> schema() {
            return Json.schema("type", "string", "enum", names());
        }

        @Override
        public Object read(Object json, Place place) {
            if (!(json instanceof String)) {
                return place.refuse("string", json);
            }
            Object constant = constants.get(json);
            if (constant != null) {
                return constant;
            }
            String listed = Json.write(names());
            return place.refuse("must be one of " + listed.substring(1, listed.length() - 1));
        }

        @Override
        public boolean isText() {
            return true;
        }
    }
}
