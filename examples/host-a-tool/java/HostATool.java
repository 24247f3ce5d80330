import dev.toolspan.ToolResponse;
import dev.toolspan.Toolspan;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.host.ToolHost;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Offers tools that are written in Java, for every caller of the sidecar.
 *
 * <p>As a host process, which offers the annotated methods:
 *
 * <pre>
 * javac -parameters -cp toolspan-client.jar -d tools HostATool.java
 * java -cp toolspan-client.jar:tools dev.toolspan.host.Main HostATool --source readings
 * </pre>
 *
 * <p>Or in a program of its own, until standard input ends: {@code java -cp toolspan-client.jar HostATool.java [ADDRESS]}.
 */
public final class HostATool {
    /** A record is an object with a property for each component. */
    public record Reading(
            String station,
            @Param(description = "degrees Celsius, with all its digits") BigDecimal temperature,
            Instant at,
            @Param(description = "who read it, where known") Optional<String> observer) {
    }

    public enum Scale {
        CELSIUS,
        KELVIN
    }

    /** What a method returns is the result, and what it throws is a failure. */
    @Tool(description = "The mean temperature of some readings.", idempotent = true, outputSchema = true)
    public BigDecimal mean(
            @Param(value = "readings", description = "at least one") List<Reading> readings,
            @Param(value = "scale", description = "of the answer", defaultValue = "CELSIUS") Scale scale) {
        if (readings.isEmpty()) {
            throw new IllegalArgumentException("no readings, no mean");
        }
        BigDecimal sum = readings.stream().map(Reading::temperature).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal mean = sum.divide(BigDecimal.valueOf(readings.size()), 2, RoundingMode.HALF_EVEN);
        return scale == Scale.KELVIN ? mean.add(new BigDecimal("273.15")) : mean;
    }

    /** A response says itself whether the tool did its job. */
    @Tool(description = "The date on which a station was calibrated last.", timeoutMs = 2_000)
    public ToolResponse calibrated(@Param("station") String station) {
        return station.equals("Harbour")
                ? ToolResponse.success(Map.of("station", station, "on", "2026-02-11"))
                : ToolResponse.error("There is no station " + station + ".");
    }

    /** The context is no argument: it tells progress, is cancelled with the call, and calls other tools. */
    @Tool(description = "Watches a station for some seconds.")
    public String watch(@Param("station") String station, @Param("seconds") int seconds, ToolContext context)
            throws InterruptedException {
        for (int i = 0; i < seconds; i++) {
            context.progress((double) i / seconds, "second " + (i + 1) + " of " + seconds);
            Thread.sleep(1_000);
        }
        ToolResponse calibration = context.call("calibrated", Map.of("station", station));
        return station + ": nothing happened; " + (calibration.success() ? "calibrated" : calibration.error());
    }

    public static void main(String[] args) throws Exception {
        HostTool echo = HostTool.builder("echo")
                .description("Gives back what it was given.")
                .input("{\"type\":\"object\",\"properties\":{\"value\":{}},\"required\":[\"value\"]}")
                .timeout(Duration.ofSeconds(1))
                .run((arguments, context) -> arguments.get("value"));
        try (Toolspan hub = args.length > 0 ? Toolspan.connect(args[0]) : Toolspan.connect();
                ToolHost host = hub.host("readings", new HostATool(), echo)) {
            System.out.println("offered: " + String.join(", ", host.tools()));
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
