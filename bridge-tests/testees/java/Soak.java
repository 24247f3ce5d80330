import dev.toolspan.CallOptions;
import dev.toolspan.FaultKind;
import dev.toolspan.ToolResponse;
import dev.toolspan.Toolspan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Calls from many threads for some seconds: {@code Soak ADDRESS SECONDS THREADS RISKY_THREADS}. Most threads call
 * {@code steady.hold}, some {@code risky.hold}, whose host is killed now and then. One JSON line a second says how far it
 * is, the last one, with {@code done}, what was seen.
 */
public final class Soak {
    private static final Duration MOST = Duration.ofSeconds(60);
    private final Toolspan hub;
    private final long end;
    private final Numbers steady = new Numbers();
    private final Numbers risky = new Numbers();

    /** What was called, and how it was answered; calls are numbered from 0. */
    private static final class Numbers {
        final AtomicLong calls = new AtomicLong();
        final AtomicLong answers = new AtomicLong();
        final AtomicLong swaps = new AtomicLong();
        final ConcurrentLinkedQueue<Long> lost = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> odd = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Long> micros = new ConcurrentLinkedQueue<>();
    }

    private Soak(Toolspan hub, long end) {
        this.hub = hub;
        this.end = end;
    }

    public static void main(String[] args) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[1])).toNanos();
        try (Toolspan hub = Toolspan.connect(args[0])) {
            Soak soak = new Soak(hub, end);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                threads.add(new Thread(() -> soak.call("steady.hold", 50, soak.steady)));
            }
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                threads.add(new Thread(() -> soak.call("risky.hold", 200, soak.risky)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    thread.join(1000);
                    soak.tell(false);
                }
            }
            soak.tell(true);
        }
    }

    private void call(String tool, int ms, Numbers numbers) {
        CallOptions options = CallOptions.none().timeout(MOST);
        while (System.nanoTime() < end) {
            long n = numbers.calls.getAndIncrement();
            long started = System.nanoTime();
            try {
                judge(n, hub.call(tool, Map.of("n", n, "ms", ms), options), numbers);
            } catch (RuntimeException e) {
                numbers.odd.add(n + ": " + e);
            }
            numbers.micros.add((System.nanoTime() - started) / 1000);
        }
    }

    private static void judge(long n, ToolResponse response, Numbers numbers) {
        numbers.answers.incrementAndGet();
        if (response.success()) {
            Object own = response.result() instanceof Map<?, ?> result ? result.get("n") : null;
            if (!(own instanceof Number number) || number.longValue() != n) {
                numbers.swaps.incrementAndGet();
            }
        } else if (response.fault().kind() == FaultKind.HOST_LOST) {
            numbers.lost.add(n);
        } else {
            numbers.odd.add(n + ": " + response.error());
        }
    }

    private void tell(boolean done) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("done", done);
        line.put("steady", numbers(steady, done));
        line.put("risky", numbers(risky, done));
        StringBuilder text = new StringBuilder();
        Json.write(line, text);
        System.out.println(text);
        System.out.flush();
    }

    private static Map<String, Object> numbers(Numbers of, boolean done) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("calls", of.calls.get());
        told.put("answers", of.answers.get());
        if (done) {
            long[] sorted = of.micros.stream().mapToLong(Long::longValue).sorted().toArray();
            told.put("swaps", of.swaps.get());
            told.put("lost", List.copyOf(of.lost));
            told.put("odd", of.odd.stream().limit(20).toList());
            told.put("odd_count", (long) of.odd.size());
            told.put("micros", Arrays.asList(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)));
        }
        return told;
    }

    private static long at(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }
}
