import dev.toolspan.CallOptions;
import dev.toolspan.ToolResponse;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.host.ToolSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tools with injected arguments, as a user of Java would write them; injected.ts and injected.py are the same tools. */
public final class Injected implements ToolSet {
    /** What may be ordered. */
    public record Limits(int most) {
    }

    /** An order, as the builder's way has it. */
    public record Order(String item, @Param(injected = true) String tenant, @Param(injected = true, required = false) Limits limits) {
    }

    @Tool(description = "Orders something.")
    public Map<String, Object> order(
            @Param("item") String item,
            @Param(value = "tenant", injected = true) String tenant,
            @Param(value = "limits", injected = true, required = false) Limits limits) {
        return ordered(item, tenant, limits);
    }

    @Tool(description = "Takes what a model sees.")
    public Map<String, Object> plain(@Param("item") String item, @Param("region") String region) {
        return Map.of("item", item, "region", region);
    }

    @Tool(description = "Orders by another tool.")
    public ToolResponse relay(
            @Param("tool") String tool,
            @Param("args") Map<String, Object> args,
            @Param("given") Map<String, Object> given,
            ToolContext context) {
        return context.call(tool, args, CallOptions.none().injected(given));
    }

    private static Map<String, Object> ordered(String item, String tenant, Limits limits) {
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("item", item);
        made.put("tenant", tenant);
        made.put("most", limits == null ? null : limits.most());
        return made;
    }

    @Override
    public List<HostTool> tools() {
        return List.of(
                HostTool.builder("order_record")
                        .input(Order.class)
                        .run((order, context) -> ordered(order.item(), order.tenant(), order.limits())),
                HostTool.builder("order_schema")
                        .input("{\"type\":\"object\",\"properties\":{\"item\":{\"type\":\"string\"}},\"required\":[\"item\"]}")
                        .injected("{\"properties\":{\"tenant\":{\"type\":\"string\"}},\"required\":[\"tenant\"]}")
                        .run((args, context) -> ordered((String) args.get("item"), (String) args.get("tenant"), null)));
    }
}
