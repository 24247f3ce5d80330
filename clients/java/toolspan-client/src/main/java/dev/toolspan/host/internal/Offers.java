package dev.toolspan.host.internal;

import com.google.protobuf.ByteString;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolSet;
import dev.toolspan.internal.JsonStrings;
import dev.toolspan.v1.Offer;
import dev.toolspan.v1.Payload;
import dev.toolspan.v1.ToolSpec;
import dev.toolspan.v1.ToolType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tools of one host, by full name, each once. */
final class Offers {
    private final Map<String, Offered> byFullName = new TreeMap<>();

    private record Offered(String source, Definition tool) {
    }

    /** Takes tools in every form; the source may be null where a class gives one. */
    static Offers of(String source, List<?> tools) {
        Offers offers = new Offers();
        tools.forEach(tool -> offers.add(source == null ? null : Definition.source(source), tool));
        if (offers.byFullName.isEmpty()) {
            throw new IllegalArgumentException("there are no tools to offer");
        }
        return offers;
    }

    private void add(String source, Object tools) {
        if (tools instanceof HostTool tool) {
            offer(source, tool);
        } else if (tools instanceof Iterable<?> several) {
            several.forEach(one -> add(source, one));
        } else if (tools instanceof Class<?> type && ToolSet.class.isAssignableFrom(type)) {
            add(source, AnnotatedTools.instance(type));
        } else {
            Class<?> type = tools instanceof Class<?> itself ? itself : tools.getClass();
            boolean isSet = tools instanceof ToolSet;
            if (!isSet && !AnnotatedTools.has(type)) {
                throw new IllegalArgumentException(
                        type.getTypeName() + " offers nothing: it has no method with @Tool and is no ToolSet");
            }
            String own = source == null ? Definition.source(type.getSimpleName()) : source;
            AnnotatedTools.of(type, tools instanceof Class ? null : tools).forEach(tool -> offer(own, tool));
            if (isSet) {
                ((ToolSet) tools).tools().forEach(tool -> offer(own, tool));
            }
        }
    }

    private void offer(String source, HostTool tool) {
        if (source == null) {
            throw new IllegalArgumentException("tool " + tool.name() + " needs a source");
        }
        if (!(tool instanceof Definition definition)) {
            throw new IllegalArgumentException("tool " + tool.name() + " was not made by HostTool.builder");
        }
        String fullName = source + "." + tool.name();
        // an invocation says the bare name only
        byFullName.forEach((other, offered) -> {
            if (offered.tool.name().equals(tool.name())) {
                throw new IllegalArgumentException(other + " and " + fullName
                        + ": one process offers each bare name once; rename one of them, or run two processes");
            }
        });
        byFullName.put(fullName, new Offered(source, definition));
    }

    int size() {
        return byFullName.size();
    }

    List<Offer> toWire() {
        return byFullName.values().stream()
                .map(offered -> Offer.newBuilder().setSpec(spec(offered)).build())
                .toList();
    }

    Map<String, Definition> byBareName() {
        Map<String, Definition> tools = new LinkedHashMap<>();
        byFullName.values().forEach(offered -> tools.put(offered.tool.name(), offered.tool));
        return tools;
    }

    private static ToolSpec spec(Offered offered) {
        Definition tool = offered.tool;
        ToolSpec.Builder spec = ToolSpec.newBuilder()
                .setName(tool.name())
                .setDescription(JsonStrings.wellFormed(tool.description()))
                .setInputSchema(json(tool.inputSchema()))
                .setType(ToolType.TOOL_TYPE_FUNCTION)
                .setSource(offered.source)
                .setIdempotent(tool.idempotent());
        if (tool.injectedSchema() != null) {
            spec.setInjectedSchema(json(tool.injectedSchema()));
        }
        if (tool.outputSchema() != null) {
            spec.setOutputSchema(json(tool.outputSchema()));
        }
        if (tool.timeoutMs() > 0) {
            spec.setTimeoutMs(tool.timeoutMs());
        }
        return spec.build();
    }

    private static Payload json(String text) {
        return Payload.newBuilder().setData(ByteString.copyFromUtf8(text)).build();
    }
}
