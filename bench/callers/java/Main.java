package dev.toolspan.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Java caller: a request a line on stdin, a reply a line on stdout, until stdin ends. */
public final class Main {
    private static final JsonMapper JSON = new JsonMapper();

    private Main() {
    }

    public static void main(String[] args) throws Exception {
        boolean futures = args[0].equals("futures");
        PrintStream out = System.out;
        System.setOut(System.err);
        Map<String, Way> ways = new HashMap<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line), ways, futures)));
            out.flush();
        }
        ways.values().forEach(Main::close);
        System.exit(0);
    }

    private static Map<String, Object> answer(JsonNode request, Map<String, Way> ways, boolean futures) {
        int inFlight = request.get("in_flight").asInt();
        long ms = request.get("ms").asLong();
        String way = request.get("way").asString();
        int batch = way.equals("call-all") ? inFlight : 1;
        String key = way + request.get("to") + request.get("tool") + request.get("bytes") + batch;
        try {
            Way open = ways.get(key);
            if (open == null) {
                open = open(request, way, batch);
                ways.put(key, open);
            }
            Map<String, Object> reply =
                    futures ? Measure.inFutures(open, inFlight, ms) : Measure.inThreads(open, inFlight, ms);
            if ((long) reply.get("failed") > 0) {
                close(ways.remove(key));
            }
            return reply;
        } catch (Exception error) {
            return Map.of("error", error.toString());
        }
    }

    private static Way open(JsonNode request, String way, int batch) {
        List<String> to = request.get("to").valueStream().map(JsonNode::asString).toList();
        String tool = request.get("tool").asString();
        int bytes = request.get("bytes").asInt();
        return switch (way) {
            case "stream", "call-all" -> new SdkWay(to.get(0), tool, bytes, batch);
            case "unary" -> new UnaryWay(to.get(0), tool, bytes);
            case "raw-unary" -> new RawWay(to.get(0), bytes);
            case "mcp-stdio" -> new McpWay(McpWay.stdio(to), tool, bytes);
            case "py4j" -> new Py4jWay(Integer.parseInt(to.get(0)), bytes);
            case "mcp-http" -> new McpWay(McpWay.http(to.get(0)), tool, bytes);
            default -> throw new IllegalArgumentException("no way " + way);
        };
    }

    private static void close(Way way) {
        try {
            way.close();
        } catch (RuntimeException error) {
            System.err.println(error);
        }
    }
}
