import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CancelToken;
import dev.toolspan.ToolResponse;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The tools of the outcome matrix, as a user of Java would write them; matrix.ts and matrix.py are the same tools. */
public final class Matrix {
    private static final String BOOT = UUID.randomUUID().toString();
    private static final AtomicInteger LEAVING = new AtomicInteger();

    @Tool(description = "Returns a value of one kind.")
    public Object raw(@Param("kind") String kind) {
        return switch (kind) {
            case "object" -> ordered(
                    "success", false, "error", "only data", "a", List.of(1, Collections.singletonMap("b", null)));
            case "array" -> Arrays.asList(1, "two", 3.0, null, true);
            case "string" -> "a \"b\" \u2028 é 😀";
            case "empty-string" -> "";
            case "integer" -> -7;
            case "large-integer" -> 9007199254740993L;
            case "huge-integer" -> new BigInteger("123456789012345678901234567890");
            case "float" -> 2.5;
            case "integral-float" -> 1.0;
            case "true" -> true;
            case "false" -> false;
            case "empty-object" -> Map.of();
            default -> List.of();
        };
    }

    @Tool(description = "Returns nothing.")
    public void nothing() {}

    @Tool(description = "Returns its value.")
    public Object echo(@Param("value") Object value) {
        return Collections.singletonMap("value", value);
    }

    @Tool(description = "Says outright how it went.")
    public ToolResponse explicit(
            @Param("ok") boolean ok, @Param(value = "partial", defaultValue = "false") boolean partial) {
        if (ok) {
            return ToolResponse.success(Map.of("rows", 3));
        }
        return partial
                ? ToolResponse.error("no such city", Map.of("rows", 1), List.of(), Map.of("code", "E7"), false)
                : ToolResponse.error("no such city");
    }

    static class Failure extends RuntimeException {
        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static final class Odd extends Failure {
        Odd() {
            super("x", null);
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("this message cannot be read");
        }
    }

    @Tool(description = "Throws.")
    public void raise(@Param("how") String how) {
        switch (how) {
            case "message" -> throw new Failure("boom", null);
            case "empty" -> throw new Failure("", null);
            case "odd" -> throw new Odd();
            default -> throw new Failure("outer", new Failure("middle", new Failure("inner", null)));
        }
    }

    @Tool(description = "Returns what JSON has no form for.")
    public Object unserializable() {
        return ordered("fine", 1, "n", Double.NaN, "list", List.of(Double.POSITIVE_INFINITY));
    }

    @Tool(description = "Waits until it is stopped.")
    public String wait(@Param("ms") double ms) {
        try {
            Thread.sleep((long) ms);
            return "slept";
        } catch (InterruptedException stopped) {
            return "stopped";
        }
    }

    @Tool(description = "Tells of its progress.")
    public int steps(@Param("count") int count, ToolContext context) throws InterruptedException {
        for (int i = 1; i <= count; i++) {
            context.progress((double) i / count, "step " + i);
            Thread.sleep(30);
        }
        return count;
    }

    /** One call to make. */
    public record Asked(
            String tool,
            Optional<Object> args,
            Optional<Double> timeout_ms,
            Optional<Double> cancel_after_ms,
            Optional<String> call_id) {
        Call call() {
            CallOptions options = CallOptions.none();
            if (timeout_ms.isPresent()) {
                options = options.timeout(Duration.ofMillis(timeout_ms.get().longValue()));
            }
            if (cancel_after_ms.isPresent()) {
                CancelToken token = new CancelToken();
                CompletableFuture.delayedExecutor(cancel_after_ms.get().longValue(), TimeUnit.MILLISECONDS)
                        .execute(token::cancel);
                options = options.cancel(token);
            }
            if (call_id.isPresent()) {
                options = options.callId(call_id.get());
            }
            return Call.of(tool, args.orElseGet(Map::of), options);
        }
    }

    private static Map<String, Object> told(ToolResponse response) {
        Map<String, Object> fault = response.fault() == null
                ? null
                : ordered(
                        "kind", response.fault().kind().word(),
                        "message", response.fault().message(),
                        "language", response.fault().language(),
                        "type", response.fault().type(),
                        "causes", response.fault().causes(),
                        "details", response.fault().details(),
                        "retryable", response.fault().retryable());
        return ordered(
                "success", response.success(), "result", response.result(), "error", response.error(), "fault", fault);
    }

    @Tool(description = "Calls tools, one or many, and tells how each went.")
    public List<Map<String, Object>> inner(
            @Param("calls") List<Asked> calls,
            @Param(value = "parallelism", defaultValue = "0") int parallelism,
            ToolContext context) {
        List<Call> made = calls.stream().map(Asked::call).toList();
        List<ToolResponse> responses = made.size() == 1
                ? List.of(context.call(made.get(0).name(), made.get(0).args(), made.get(0).options()))
                : context.callAll(made, parallelism);
        return new ArrayList<>(responses.stream().map(Matrix::told).toList());
    }

    @Tool(description = "Tells in which process it runs.")
    public Map<String, Object> whoami() {
        String runtime = System.getProperty("java.vm.name") + " " + Runtime.version();
        return ordered("pid", ProcessHandle.current().pid(), "runtime", runtime, "language", "java", "boot", BOOT);
    }

    @Tool(description = "Ends its process, or its thread, in the middle of the call.")
    public void crash() {
        System.exit(7);
    }

    @Tool(description = "Answers, and ends its process a moment after the last of so many calls.")
    public String leave(@Param("calls") int calls) {
        if (LEAVING.incrementAndGet() == calls) {
            CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS).execute(() -> System.exit(7));
        }
        return "bye";
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
