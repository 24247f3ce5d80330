import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/** A small server on MCP's official Java SDK: over standard input and output, or over Streamable HTTP at PORT. */
public final class SdkServer {
    private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
    private static final String INTEGERS = """
            {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a", "b"]}""";
    private static final String SUM = """
            {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}""";
    private static final String COUNT = """
            {"type": "object", "properties": {"count": {"type": "integer"}}, "additionalProperties": false}""";

    private static McpSyncServer server;

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            server = McpServer.sync(new StdioServerTransportProvider(JSON))
                    .serverInfo("java-sdk", "1.0.0")
                    .capabilities(ServerCapabilities.builder().tools(true).build())
                    .tools(tools())
                    .build();
            return;
        }
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(JSON).mcpEndpoint("/mcp").build();
        server = McpServer.sync(transport)
                .serverInfo("java-sdk", "1.0.0")
                .capabilities(ServerCapabilities.builder().tools(true).build())
                .tools(tools())
                .build();
        listen(transport, Integer.parseInt(System.getenv("PORT")));
    }

    private static void listen(HttpServletStreamableServerTransportProvider transport, int port) throws Exception {
        File folder = Files.createTempDirectory(new File(".").toPath(), "tomcat").toFile();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.getPath());
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", folder.getAbsolutePath());
        Wrapper servlet = Tomcat.addServlet(context, "mcp", transport);
        servlet.setAsyncSupported(true);
        servlet.addMapping("/*");
        tomcat.start();
        // It ends with whoever started it.
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private static List<SyncToolSpecification> tools() {
        return List.of(
                tool("add", INTEGERS, SUM, (exchange, request) -> {
                    Map<String, Object> sum = Map.of("sum", integer(request, "a") + integer(request, "b"));
                    return CallToolResult.builder().addTextContent(sum.toString()).structuredContent(sum).build();
                }),
                tool("refuse", COUNT, SUM, (exchange, request) ->
                        CallToolResult.builder().addTextContent("the door is shut").isError(true).build()),
                tool("boom", COUNT, null, (exchange, request) -> {
                    throw new IllegalStateException("the door fell");
                }),
                tool("lie", COUNT, SUM, (exchange, request) ->
                        CallToolResult.builder().addTextContent("6").structuredContent(Map.of("sum", "six")).build()),
                tool("steps", COUNT, null, (exchange, request) -> {
                    int count = integer(request, "count");
                    for (int step = 1; step <= count; step++) {
                        progress(exchange, request, step, count);
                        pause(50);
                    }
                    return said("done");
                }),
                tool("wait", COUNT, null, (exchange, request) -> {
                    for (int step = 1; step < 400; step++) {
                        progress(exchange, request, step, 400);
                        pause(100);
                    }
                    return said("answered");
                }),
                tool("grow", COUNT, null, (exchange, request) -> {
                    server.addTool(tool("grown", COUNT, null, (other, asked) -> said("here")));
                    return said("grown");
                }));
    }

    private static SyncToolSpecification tool(String name, String input, String output,
            BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        Tool.Builder tool = Tool.builder(name, JSON, input).description("The tool " + name + ".");
        if (output != null) tool.outputSchema(JSON, output);
        return SyncToolSpecification.builder().tool(tool.build()).callHandler(handler).build();
    }

    private static CallToolResult said(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    private static int integer(CallToolRequest request, String key) {
        return ((Number) request.arguments().get(key)).intValue();
    }

    private static void progress(McpSyncServerExchange exchange, CallToolRequest request, int step, int count) {
        Object token = request.meta() == null ? null : request.meta().get("progressToken");
        if (token == null) return;
        exchange.progressNotification(
                ProgressNotification.builder(token, step).total((double) count).message("step " + step).build());
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
