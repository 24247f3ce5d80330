import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CallStream;
import dev.toolspan.CancelToken;
import dev.toolspan.ConnectOptions;
import dev.toolspan.Progress;
import dev.toolspan.ToolResponse;
import dev.toolspan.ToolSpec;
import dev.toolspan.Toolspan;
import dev.toolspan.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A program on the shipped Java client that does what it is told, line by line; it ends when its input closes. */
public final class Testee {
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final Map<String, Toolspan> hubs = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    public static void main(String[] args) throws IOException {
        Testee testee = new Testee();
        ExecutorService threads = Executors.newCachedThreadPool();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<?, ?> command = (Map<?, ?>) Json.read(line);
            threads.execute(() -> testee.obey(command));
        }
        System.exit(0);
    }

    private void obey(Map<?, ?> command) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("id", command.get("id"));
        try {
            reply.putAll(run(command));
        } catch (ExecutionException e) {
            reply.putAll(Answers.of(e.getCause()));
        } catch (Throwable e) {
            reply.putAll(Answers.of(e));
        }
        StringBuilder line = new StringBuilder();
        Json.write(reply, line);
        synchronized (OUT) {
            OUT.println(line);
            OUT.flush();
        }
    }

    private Map<String, Object> run(Map<?, ?> command) throws Exception {
        return switch ((String) command.get("op")) {
            case "connect" -> {
                hubs.put(hubName(command), Toolspan.connect(connectOptions(command)));
                yield Map.of();
            }
            case "call" -> call(command);
            case "stream" -> stream(command);
            case "call_all" -> {
                List<Call> calls = ((List<?>) command.get("calls")).stream().map(each -> callOf((Map<?, ?>) each)).toList();
                Object parallelism = command.get("parallelism");
                yield Answers.of(parallelism == null
                        ? hub(command).callAll(calls)
                        : hub(command).callAll(calls, ((Long) parallelism).intValue()));
            }
            case "tools" -> Answers.ofSpecs(hub(command).tools());
            case "translate" -> {
                List<String> events = ((List<?>) command.get("events")).stream().map(String.class::cast).toList();
                String from = (String) command.get("from");
                String to = (String) command.get("to");
                yield Boolean.TRUE.equals(command.get("one"))
                        ? Map.of("text", hub(command).translate(events.get(0), from, to))
                        : Answers.ofTranslated(hub(command).translateAll(events, from, to));
            }
            case "skills_prompt" -> Map.of("prompt", hub(command).skillsPrompt(
                    ((List<?>) command.get("names")).stream().map(String::valueOf).toArray(String[]::new)));
            case "watch" -> {
                CompletableFuture<List<ToolSpec>> first = new CompletableFuture<>();
                try (var watching = hub(command).watchTools(first::complete)) {
                    yield Answers.ofSpecs(first.get());
                }
            }
            case "close" -> {
                hub(command).close();
                yield Map.of();
            }
            case "convert" -> Messages.convert(command);
            case "convert_many" -> Messages.convertMany(command);
            default -> throw new IllegalArgumentException("op " + command.get("op"));
        };
    }

    private Map<String, Object> call(Map<?, ?> command) throws Exception {
        Call call = callOf(command);
        if (!"future".equals(command.get("cancel_by"))) {
            return Answers.of(hub(command).call(call.name(), call.args(), call.options()));
        }
        CompletableFuture<ToolResponse> future =
                hub(command).callAsync(call.name(), call.args(), call.options().cancel(null));
        timer.schedule(() -> future.cancel(true), (Long) command.get("cancel_after_ms"), TimeUnit.MILLISECONDS);
        return Answers.of(future.get());
    }

    private Map<String, Object> stream(Map<?, ?> command) {
        Call call = callOf(command);
        List<Object> told = new ArrayList<>();
        try (CallStream following = hub(command).stream(call.name(), call.args(), call.options())) {
            for (Progress update : following) {
                told.add(Answers.of(update));
                if (command.get("leave_after") instanceof Long most && told.size() == most) {
                    return Map.of("progress", told);
                }
            }
            Map<String, Object> answer = new LinkedHashMap<>(Answers.of(following.response()));
            answer.put("progress", told);
            return answer;
        }
    }

    private Call callOf(Map<?, ?> command) {
        CallOptions options = CallOptions.none();
        if (command.get("timeout_ms") instanceof Long ms) {
            options = options.timeout(Duration.ofMillis(ms));
        }
        if (command.get("cancel_after_ms") instanceof Long ms) {
            CancelToken token = new CancelToken();
            if (ms <= 0) {
                token.cancel();
            } else {
                timer.schedule(token::cancel, ms, TimeUnit.MILLISECONDS);
            }
            options = options.cancel(token);
        }
        if (command.get("call_id") instanceof String id) {
            options = options.callId(id);
        }
        if (command.get("spec_digest") instanceof String digest) {
            options = options.specDigest(digest);
        }
        if (command.containsKey("injected")) {
            options = options.injected(Values.materialise(command.get("injected")));
        }
        return Call.of((String) command.get("name"), arguments(command), options);
    }

    private static Object arguments(Map<?, ?> command) {
        if (command.get("payload") instanceof Map<?, ?> payload) {
            return Values.payload(payload);
        }
        return command.containsKey("text") ? command.get("text") : Values.materialise(command.get("args"));
    }

    private static ConnectOptions connectOptions(Map<?, ?> command) {
        ConnectOptions options = ConnectOptions.defaults();
        if (command.get("address") instanceof String address) {
            options = options.address(address);
        }
        if (command.get("token") instanceof String token) {
            options = options.token(token);
        }
        if (command.get("connect_timeout_ms") instanceof Long ms) {
            options = options.connectTimeout(Duration.ofMillis(ms));
        }
        if ("unary".equals(command.get("transport"))) {
            options = options.transport(Transport.UNARY);
        }
        if (command.get("tls") instanceof Map<?, ?> tls) {
            options = options.tls(new ConnectOptions.Tls(path(tls, "ca"), path(tls, "cert"), path(tls, "key")));
        }
        return options;
    }

    private static Path path(Map<?, ?> tls, String key) {
        return tls.get(key) instanceof String file ? Path.of(file) : null;
    }

    private static String hubName(Map<?, ?> command) {
        return command.get("hub") instanceof String name ? name : "main";
    }

    private Toolspan hub(Map<?, ?> command) {
        return hubs.get(hubName(command));
    }
}
