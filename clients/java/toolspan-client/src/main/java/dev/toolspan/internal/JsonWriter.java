package dev.toolspan.internal;

import dev.toolspan.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes any Java value as JSON text (C1.3 to C1.7), or names every place that has no JSON form. */
public final class JsonWriter {
    /** The text, or what is wrong with the value; never both. */
    public sealed interface Written {
    }

    public record Json(String text) implements Written {
    }

    public record Unfit(List<Problem> problems) implements Written {
    }

    private final JsonFloats floats;
    private final int maxDepth;
    private final StringBuilder out = new StringBuilder();
    private final List<Problem> problems = new ArrayList<>();
    private final Deque<Object> path = new ArrayDeque<>();
    private final Set<Object> ancestors = Collections.newSetFromMap(new IdentityHashMap<>());

    private JsonWriter(JsonFloats floats, int maxDepth) {
        this.floats = floats;
        this.maxDepth = maxDepth;
    }

    public static Written write(Object value, JsonFloats floats, int maxDepth) {
        JsonWriter writer = new JsonWriter(floats, maxDepth);
        writer.value(value);
        return writer.problems.isEmpty() ? new Json(writer.out.toString()) : new Unfit(writer.problems);
    }

    private void value(Object value) {
        JsonScalar scalar = JsonScalar.of(value);
        if (scalar != null) {
            scalar(scalar);
        } else if (value instanceof Payload payload) {
            payload(payload);
        } else if (JsonParts.isOptional(value)) {
            value(JsonParts.orNull(value));
        } else {
            container(value);
        }
    }

    private void scalar(JsonScalar scalar) {
        if (scalar instanceof JsonScalar.Literal literal) {
            out.append(literal.text());
        } else if (scalar instanceof JsonScalar.Text text) {
            JsonStrings.quote(text.text(), out);
        } else if (scalar instanceof JsonScalar.Float real) {
            out.append(floats.text(real.value()));
        } else if (scalar instanceof JsonScalar.Unfit unfit) {
            problem(unfit.reason());
        }
    }

    private void payload(Payload payload) {
        if (!payload.mediaType().isEmpty()) {
            value(JsonParts.media(payload.mediaType(), payload.data()));
            return;
        }
        JsonReader.Read read = JsonReader.read(payload.data());
        if (read instanceof JsonReader.Value known) {
            value(known.value());
        } else if (read instanceof JsonReader.Bad bad) {
            problem(bad.reason());
        }
    }

    private void container(Object value) {
        if (ancestors.contains(value)) {
            problem(Texts.CYCLE);
        } else if (ancestors.size() >= maxDepth) {
            problem(Texts.tooDeep(maxDepth));
        } else {
            ancestors.add(value);
            members(value);
            ancestors.remove(value);
        }
    }

    private void members(Object value) {
        if (value instanceof Map<?, ?> map) {
            object(map.entrySet().iterator());
        } else if (value instanceof Collection<?> collection) {
            array(collection.iterator());
        } else if (value instanceof Record record) {
            record(record);
        } else if (value instanceof Throwable thrown) {
            object(JsonParts.named(thrown).entrySet().iterator());
        } else if (value.getClass().isArray()) {
            array(JsonParts.elements(value));
        } else {
            problem(JsonScalar.unfit(value).reason());
        }
    }

    private void array(Iterator<?> items) {
        out.append('[');
        for (int i = 0; items.hasNext(); i++) {
            if (i > 0) {
                out.append(',');
            }
            at(i, items.next());
        }
        out.append(']');
    }

    private void record(Record record) {
        Map<String, Object> components = JsonParts.components(record);
        if (components == null) {
            problem(JsonScalar.unfit(record).reason());
        } else {
            object(components.entrySet().iterator());
        }
    }

    private void object(Iterator<? extends Map.Entry<?, ?>> entries) {
        Set<String> seen = new HashSet<>();
        out.append('{');
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            String key = key(entry.getKey());
            if (key == null) {
                continue;
            }
            if (!seen.add(key)) {
                problem(Texts.duplicateKey(JsonStrings.quoted(key)));
                continue;
            }
            if (seen.size() > 1) {
                out.append(',');
            }
            JsonStrings.quote(key, out);
            out.append(':');
            at(key, entry.getValue());
        }
        out.append('}');
    }

    // keys that are not strings take their JSON text form (C1.6)
    private String key(Object key) {
        JsonScalar scalar = JsonScalar.of(key);
        if (scalar instanceof JsonScalar.Literal literal) {
            return literal.text();
        }
        if (scalar instanceof JsonScalar.Text text) {
            return JsonStrings.wellFormed(text.text().toString());
        }
        if (scalar instanceof JsonScalar.Float real) {
            return floats.text(real.value());
        }
        problem(scalar instanceof JsonScalar.Unfit unfit ? unfit.reason() : JsonScalar.unfit(key).reason());
        return null;
    }

    private void at(Object step, Object value) {
        path.addLast(step);
        value(value);
        path.removeLast();
    }

    private void problem(String reason) {
        StringBuilder pointer = new StringBuilder();
        path.forEach(step -> pointer.append('/').append(step.toString().replace("~", "~0").replace("/", "~1")));
        problems.add(new Problem(pointer.toString(), reason));
    }
}
