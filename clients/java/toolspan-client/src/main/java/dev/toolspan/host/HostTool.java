package dev.toolspan.host;

import dev.toolspan.host.internal.Building;
import java.time.Duration;
import java.util.Map;

/** One tool that a host offers: what is known of it, and its code. Made by {@link #builder}. */
public interface HostTool {
    /** The bare name. */
    String name();

    /** What it does, for a model. */
    String description();

    /** JSON text: the JSON Schema 2020-12 of the arguments. */
    String inputSchema();

    /** JSON text: the JSON Schema 2020-12 of the arguments that the framework injects and no model sees; null means none. */
    default String injectedSchema() {
        return null;
    }

    /** JSON text: the JSON Schema 2020-12 of a successful result; null means any. */
    String outputSchema();

    /** A tool that takes any object of arguments, until {@link Builder#input} says more. */
    static Builder<Map<String, Object>> builder(String name) {
        return Building.of(name);
    }

    /**
     * Says what a tool is, and last its code. Each step is a builder of its own.
     *
     * @param <A> what the arguments are read into
     */
    interface Builder<A> {
        Builder<A> description(String text);

        /** The most time that one call may take. */
        Builder<A> timeout(Duration most);

        /** Says that a call whose outcome was lost may be repeated. */
        Builder<A> idempotent();

        /**
         * Arguments as the schema says: null, {@code Boolean}, {@code String}, {@code Integer}, {@code Long},
         * {@code BigInteger}, {@code Double}, {@code List} and {@code Map} by name.
         *
         * @param schema JSON text of an object schema
         */
        Builder<Map<String, Object>> input(String schema);

        /** Arguments as the components of a record. */
        <R extends Record> Builder<R> input(Class<R> type);

        /**
         * Arguments that the framework injects beside those of {@link #input(String)}: no model sees or gives them. A record
         * says the same with {@link Param#injected}.
         *
         * @param schema JSON text of an object schema
         */
        Builder<A> injected(String schema);

        /** Results are checked against a JSON Schema. */
        Builder<A> output(String schema);

        /** Results are checked against a schema made from a type. */
        Builder<A> output(Class<?> type);

        /** The tool. */
        HostTool run(ToolCode<A> code);
    }
}
