package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StreamBatchTest {
    @TempDir
    Path directory;

    private FakeSidecar sidecar;
    private Toolspan hub;

    @BeforeEach
    void start() throws Exception {
        sidecar = FakeSidecar.unix(directory.resolve("s.sock"));
        hub = Toolspan.connect(sidecar.address);
    }

    @AfterEach
    void stop() {
        hub.close();
        sidecar.close();
    }

    private static List<Call> calls(String tool, int count) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(Call.of(tool, Map.of("i", i)));
        }
        return calls;
    }

    @Test
    void noMoreThanTheWindowRunAtOnce() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        sidecar.tools.put("busy", (call, answer) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            new Thread(() -> {
                running.decrementAndGet();
                answer.accept(Answers.success(call.getArguments()));
            }).start();
        });
        List<ToolResponse> responses = hub.callAll(calls("busy", 200), 7);
        for (int i = 0; i < 200; i++) {
            assertEquals(Map.of("i", i), responses.get(i).result());
        }
        assertTrue(most.get() <= 7, "ran " + most);
    }

    @Test
    void eachSlotFailsForItself() {
        sidecar.tools.put("bad", (call, answer) -> answer.accept(
                Answers.failure(dev.toolspan.v1.FaultKind.FAULT_KIND_EXCEPTION, "boom")));
        CancelToken cancelled = new CancelToken();
        cancelled.cancel();
        List<ToolResponse> responses = hub.callAll(List.of(
                Call.of("echo", Map.of("a", 1)),
                Call.of("echo", Map.of("a", Double.NaN)),
                Call.of("bad", null),
                Call.of("echo", null, CallOptions.none().timeout(Duration.ZERO)),
                Call.of("echo", null, CallOptions.none().cancel(cancelled)),
                Call.of("echo", Map.of("a", 2))), 1);
        assertEquals(Map.of("a", 1), responses.get(0).result());
        assertEquals(FaultKind.INVALID_ARGUMENTS, responses.get(1).fault().kind());
        assertEquals("boom", responses.get(2).error());
        assertEquals(FaultKind.TIMEOUT, responses.get(3).fault().kind());
        assertEquals(FaultKind.CANCELLED, responses.get(4).fault().kind());
        assertEquals(Map.of("a", 2), responses.get(5).result());
    }

    @Test
    void anEmptyBatchIsEmpty() {
        assertEquals(List.of(), hub.callAll(List.of()));
        assertEquals(List.of(), hub.callAllAsync(List.of(), 3).join());
    }

    @Test
    void oneSlotIsCancelled() throws Exception {
        CancelToken token = new CancelToken();
        CompletableFuture<List<ToolResponse>> responses = hub.callAllAsync(List.of(
                Call.of("hang", null, CallOptions.none().cancel(token)), Call.of("echo", Map.of("a", 1))), 1);
        sidecar.calls.take();
        token.cancel();
        assertEquals("Tool hang was cancelled.", responses.join().get(0).error());
        assertEquals(Map.of("a", 1), responses.join().get(1).result());
    }

    @Test
    void cancellingTheFutureEndsTheBatch() throws Exception {
        CompletableFuture<List<ToolResponse>> responses = hub.callAllAsync(calls("hang", 3), 1);
        sidecar.calls.take();
        assertTrue(responses.cancel(true));
        assertThrows(CancellationException.class, responses::join);
        assertEquals("hang", sidecar.cancelled.poll(30, TimeUnit.SECONDS));
        assertTrue(hub.call("echo", Map.of()).success());
        assertEquals("echo", sidecar.calls.take().getName());
    }

    @Test
    void answersOutliveASidecarThatIsLost() throws Exception {
        CompletableFuture<List<ToolResponse>> responses =
                hub.callAllAsync(List.of(Call.of("echo", Map.of("a", 1)), Call.of("hang", null)), 0);
        sidecar.calls.take();
        sidecar.calls.take();
        Thread.sleep(50);
        sidecar.close();
        assertEquals(Map.of("a", 1), responses.join().get(0).result());
        assertEquals(FaultKind.HOST_LOST, responses.join().get(1).fault().kind());
    }
}
