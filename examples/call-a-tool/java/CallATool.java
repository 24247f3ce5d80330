import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.ToolResponse;
import dev.toolspan.Toolspan;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Calls the example tools and prints one tab-separated line per answer: tool, outcome, milliseconds, what came back.
 *
 * <p>Usage: {@code java -cp toolspan-client.jar CallATool.java [ADDRESS [DATA]]}, where a sidecar serves
 * examples/toolspan.yaml at the address, and DATA is the folder examples/data.
 */
public final class CallATool {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final List<Map<String, Object>> READINGS = List.of(
            Map.of(
                    "station", "Harbour",
                    "temperature", new BigDecimal("5.90"),
                    "at", Instant.parse("2026-03-17T00:00:00Z")),
            Map.of(
                    "station", "Harbour",
                    "temperature", new BigDecimal("5.75"),
                    "at", Instant.parse("2026-03-17T01:00:00Z")));

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 1 ? args[1] : "examples/data");
        String csv = Files.readString(data.resolve("measurements.csv"));
        String report = Files.readString(data.resolve("report.txt"));

        try (Toolspan hub = args.length > 0 ? Toolspan.connect(args[0]) : Toolspan.connect()) {
            show(hub.call(
                    "measurements.summarise",
                    Map.of("csv", csv, "column", "temperature_c", "only", List.of("Harbour"))));
            show(hub.call("text.analyse", Map.of("text", report)));

            // What goes wrong in a tool is an answer, never a Java exception.
            show(hub.call("stations.calibration", Map.of("station", "Airfield")));
            show(hub.call("stations.decode_frame", Map.of("frame", "0102ff")));
            CallOptions soon = CallOptions.none().timeout(Duration.ofMillis(300));
            show(hub.call("stations.archive", Map.of("station", "Harbour", "day", "2026-03-17"), soon));

            // Tools of a Python, a Java and a TypeScript process: a caller cannot tell, and the last one calls the other two.
            show(hub.call("trends.trend", Map.of("csv_text", csv, "station", "Harbour")));
            show(hub.call("readings.mean", Map.of("readings", READINGS, "scale", "KELVIN")));
            show(hub.call("outlook.outlook", Map.of("csv", csv, "station", "Harbour")));
            show(hub.call("outlook.outlook", Map.of("csv", csv, "station", "Airfield")));

            // Answer i belongs to call i, whatever finished first.
            List<ToolResponse> answers = hub.callAll(
                    List.of(
                            Call.of(
                                    "measurements.summarise",
                                    Map.of("csv", csv, "column", "wind_ms", "only", List.of("Hillside"))),
                            Call.of("measurements.summarise", Map.of("csv", csv, "column", "pressure")),
                            Call.of("stations.archive", Map.of("station", "Airfield", "day", "2026-03-17"), soon),
                            Call.of("stations.calibration", Map.of("station", "Harbour"))),
                    4);
            for (int i = 0; i < answers.size(); i++) {
                show(answers.get(i), " (batch " + (i + 1) + "/" + answers.size() + ")");
            }
        }
    }

    private static void show(ToolResponse response) {
        show(response, "");
    }

    /** A failure is told apart by its kind; what a model would read is the same text in every language. */
    private static void show(ToolResponse response, String label) {
        String outcome = response.success() ? "success" : response.fault().kind().word();
        String cameBack = response.success() ? response.modelText() : response.error();
        OUT.println(String.join(
                "\t", response.toolName() + label, outcome, Long.toString(response.executionTimeMs()), cameBack));
    }
}
