package dev.toolspan.bench;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** MCP's official Java client. */
final class McpWay implements Way {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration BOUND = Duration.ofSeconds(10);

    private final McpSyncClient client;
    private final String tool;
    private final String text;

    McpWay(McpClientTransport transport, String tool, int bytes) {
        this.client = McpClient.sync(transport).requestTimeout(BOUND).initializationTimeout(BOUND).build();
        this.tool = tool;
        this.text = Way.textOf(bytes);
        client.initialize();
    }

    static McpClientTransport stdio(List<String> command) {
        ServerParameters server = ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
        StdioClientTransport transport = new StdioClientTransport(server, McpJsonDefaults.getMapper());
        transport.setStdErrorHandler(line -> { });
        return transport;
    }

    static McpClientTransport http(String url) {
        URI uri = URI.create(url);
        return HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getAuthority())
                .endpoint(uri.getPath())
                .build();
    }

    @Override
    public int call(long n) {
        McpSchema.CallToolRequest request =
                McpSchema.CallToolRequest.builder(tool).arguments(Map.of("text", text, "n", n)).build();
        McpSchema.CallToolResult answer = client.callTool(request);
        McpSchema.TextContent content = (McpSchema.TextContent) answer.content().get(0);
        return Way.isEcho(JSON.readValue(content.text(), Map.class), text, n) ? 1 : 0;
    }

    @Override
    public void close() {
        client.close();
    }
}
