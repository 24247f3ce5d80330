package dev.toolspan.host.internal;

import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolCode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** A tool of which something is still to be said. */
public final class Building<A> implements HostTool.Builder<A> {
    private static final Shape ANY = new Containers.Anything();
    private static final Definition.Inputs OBJECT = new Definition.Inputs(false, ANY::read);

    private final String name;
    private final String description;
    private final long timeoutMs;
    private final boolean idempotent;
    private final String inputSchema;
    private final String injectedSchema;
    private final Definition.Inputs inputs;
    private final String outputSchema;

    private Building(
            String name,
            String description,
            long timeoutMs,
            boolean idempotent,
            String inputSchema,
            String injectedSchema,
            Definition.Inputs inputs,
            String outputSchema) {
        this.name = Objects.requireNonNull(name, "name");
        this.description = Objects.requireNonNull(description, "description");
        this.timeoutMs = timeoutMs;
        this.idempotent = idempotent;
        this.inputSchema = inputSchema;
        this.injectedSchema = injectedSchema;
        this.inputs = inputs;
        this.outputSchema = outputSchema;
    }

    public static Building<Map<String, Object>> of(String name) {
        return new Building<>(name, "", 0, false, "{\"type\":\"object\"}", null, OBJECT, null);
    }

    @Override
    public Building<A> description(String text) {
        return new Building<>(name, text, timeoutMs, idempotent, inputSchema, injectedSchema, inputs, outputSchema);
    }

    @Override
    public Building<A> timeout(Duration most) {
        if (most.isNegative() || most.isZero()) {
            throw new IllegalArgumentException("the timeout of tool " + name + " must be positive");
        }
        long milliseconds = most.plusNanos(999_999).toMillis();
        return new Building<>(name, description, milliseconds, idempotent, inputSchema, injectedSchema, inputs, outputSchema);
    }

    @Override
    public Building<A> idempotent() {
        return new Building<>(name, description, timeoutMs, true, inputSchema, injectedSchema, inputs, outputSchema);
    }

    @Override
    public Building<Map<String, Object>> input(String schema) {
        requireObject(schema, "the input of tool ");
        return new Building<>(name, description, timeoutMs, idempotent, schema, injectedSchema, OBJECT, outputSchema);
    }

    @Override
    public <R extends Record> Building<R> input(Class<R> type) {
        Shapes shapes = Shapes.ofInput();
        RecordShape shape = shapes.record(JavaType.of(type), "Tool " + name);
        String schema = Json.write(shapes.whole(Member.visible(shape.members())));
        Map<String, Object> hidden = Member.hidden(shape.members());
        String injected = hidden == null ? injectedSchema : Json.write(shapes.whole(hidden));
        Definition.Inputs read = new Definition.Inputs(shapes.isExact(), shape::read);
        return new Building<>(name, description, timeoutMs, idempotent, schema, injected, read, outputSchema);
    }

    @Override
    public Building<A> injected(String schema) {
        requireObject(schema, "what is injected into tool ");
        return new Building<>(name, description, timeoutMs, idempotent, inputSchema, schema, inputs, outputSchema);
    }

    private void requireObject(String schema, String what) {
        boolean isObject = Json.parse(schema) instanceof Map<?, ?> members
                && "object".equals(members.containsKey("type") ? members.get("type") : "object");
        if (!isObject) {
            throw new IllegalArgumentException(what + name + " must be an object schema");
        }
    }

    @Override
    public Building<A> output(String schema) {
        if (!(Json.parse(schema) instanceof Map)) {
            throw new IllegalArgumentException("the output of tool " + name + " must be an object");
        }
        return new Building<>(name, description, timeoutMs, idempotent, inputSchema, injectedSchema, inputs, schema);
    }

    @Override
    public Building<A> output(Class<?> type) {
        return output(AnnotatedTools.output(JavaType.of(type), "Tool " + name));
    }

    @Override
    public HostTool run(ToolCode<A> code) {
        Objects.requireNonNull(code, "code");
        return new Definition(
                name,
                description,
                inputSchema,
                injectedSchema,
                outputSchema,
                timeoutMs,
                idempotent,
                inputs,
                (arguments, context) -> code.run(arguments(arguments), context));
    }

    // what the inputs read is what input() said
    @SuppressWarnings("unchecked")
    private A arguments(Object read) {
        return (A) read;
    }
}
