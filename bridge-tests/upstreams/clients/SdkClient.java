import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** MCP's official Java client: stdio COMMAND…, or http URL TOKEN. */
public final class SdkClient {
    private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
    private static final Duration BOUND = Duration.ofSeconds(25);

    private static List<String> arguments;
    private static volatile Consumer<ProgressNotification> follower = update -> { };

    public static void main(String[] args) throws Exception {
        arguments = List.of(args);
        McpAsyncClient client = client();
        InitializeResult initialized = client.initialize().block(BOUND);
        tell("initialize", Map.of("server", initialized.serverInfo().name(), "protocol", initialized.protocolVersion()));
        tell("list", Map.of("tools", client.listTools().block(BOUND).tools().stream().map(Tool::name).sorted().toList()));
        tell("call", shown(call(client, "add", Map.of("a", 2, "b", 3)).block(BOUND)));
        tell("failure", shown(call(client, "deny", Map.of()).block(BOUND)));
        tell("invalid", shown(call(client, "add", Map.of("a", "x", "b", 3)).block(BOUND)));
        tell("unknown", unknown(client));
        List<List<Object>> told = new ArrayList<>();
        follower = update -> {
            synchronized (told) {
                told.add(List.of(update.progress(), update.total(), update.message()));
            }
        };
        CallToolResult done = call(client, "steps", Map.of("count", 4)).block(BOUND);
        synchronized (told) {
            tell("progress", Map.of("told", told, "texts", shown(done).get("texts")));
        }
        tell("leave", left(client));
        System.exit(0);
    }

    private static McpAsyncClient client() {
        return McpClient.async(transport())
                .requestTimeout(BOUND)
                .initializationTimeout(BOUND)
                .progressConsumer(update -> Mono.fromRunnable(() -> follower.accept(update)))
                .build();
    }

    private static McpClientTransport transport() {
        String to = arguments.get(1);
        List<String> more = arguments.subList(2, arguments.size());
        if (arguments.get(0).equals("stdio")) {
            StdioClientTransport transport = new StdioClientTransport(ServerParameters.builder(to).args(more).build(), JSON);
            transport.setStdErrorHandler(System.err::println);
            return transport;
        }
        URI uri = URI.create(to);
        return HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getAuthority())
                .endpoint(uri.getPath())
                .addHttpRequestCustomizer((request, method, endpoint, body, context) ->
                        request.header("authorization", "Bearer " + more.get(0)))
                .build();
    }

    private static Mono<CallToolResult> call(McpAsyncClient client, String name, Map<String, Object> args) {
        return client.callTool(CallToolRequest.builder(name).arguments(args).progressToken(name).build());
    }

    private static Map<String, Object> unknown(McpAsyncClient client) {
        try {
            return shown(call(client, "nothing", Map.of()).block(BOUND));
        } catch (McpError error) {
            return Map.of("code", error.getJsonRpcError().code());
        }
    }

    // This SDK cannot cancel a call, so that the client leaves instead and another one looks.
    private static Map<String, Object> left(McpAsyncClient client) throws Exception {
        String lane = UUID.randomUUID().toString();
        CountDownLatch begun = new CountDownLatch(1);
        follower = update -> begun.countDown();
        Disposable waiting = call(client, "wait", Map.of("lane", lane)).subscribe(result -> { }, error -> { });
        if (!begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)) throw new IllegalStateException("it did not begin");
        long at = System.nanoTime();
        waiting.dispose();
        client.closeGracefully().block(BOUND);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - at);
        McpAsyncClient other = client();
        other.initialize().block(BOUND);
        Object waited = null;
        for (int asked = 0; asked < 100; asked++) {
            waited = call(other, "waited", Map.of("lane", lane)).block(BOUND).structuredContent();
            if (waited instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("stopped"))) break;
            Thread.sleep(50);
        }
        other.closeGracefully().block(BOUND);
        return Map.of("soon", took < 5000, "waited", waited);
    }

    private static Map<String, Object> shown(CallToolResult result) {
        Map<String, Object> meta = result.meta() == null ? Map.of() : result.meta();
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("isError", Boolean.TRUE.equals(result.isError()));
        seen.put("texts", result.content().stream().map(block -> ((TextContent) block).text()).toList());
        seen.put("structured", result.structuredContent());
        seen.put("fault", meta.get("dev.toolspan/fault"));
        seen.put("result", meta.get("dev.toolspan/result"));
        return seen;
    }

    private static void tell(String step, Map<String, Object> seen) throws Exception {
        Map<String, Object> line = new LinkedHashMap<>(seen);
        line.put("step", step);
        System.out.println(JSON.writeValueAsString(line));
    }
}
