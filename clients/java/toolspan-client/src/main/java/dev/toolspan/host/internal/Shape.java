package dev.toolspan.host.internal;

import java.util.Map;

/** One Java type as JSON: its schema, and how a value is read into it, strictly. */
interface Shape {
    /** JSON Schema 2020-12; empty means any value. */
    Map<String, Object> schema();

    /** A value of the type. After a problem it may be anything: the tool does not run. */
    Object read(Object json, Place place);

    /** Whether JSON null is a value of the type. */
    default boolean takesNull() {
        return false;
    }

    /** Whether an argument of the type may be left out. */
    default boolean mayBeAbsent() {
        return false;
    }

    /** What an argument is that was left out. */
    default Object absent() {
        return null;
    }

    /** Whether JSON writes the type as a string, so that a default is plain text. */
    default boolean isText() {
        return false;
    }
}
