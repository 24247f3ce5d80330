package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import dev.toolspan.v1.CallAllRequest;
import dev.toolspan.v1.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BatchTest {
    @TempDir
    Path directory;

    private FakeSidecar sidecar;
    private Toolspan hub;

    @BeforeEach
    void start() throws Exception {
        sidecar = FakeSidecar.unix(directory.resolve("s.sock"));
        hub = Toolspan.connect(
                ConnectOptions.defaults().address(sidecar.address).transport(Transport.UNARY));
    }

    @AfterEach
    void stop() {
        hub.close();
        sidecar.close();
    }

    @Test
    void repliesStandInCallOrder() throws Exception {
        List<Runnable> held = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(100);
        sidecar.tools.put("late", (call, answer) -> {
            held.add(() -> answer.accept(Answers.success(call.getArguments())));
            all.countDown();
        });
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(Call.of("late", Map.of("i", i), CallOptions.none().callId("same")));
        }
        CompletableFuture<List<ToolResponse>> responses = hub.callAllAsync(calls, 7);
        all.await();
        Collections.reverse(held);
        held.forEach(Runnable::run);
        for (int i = 0; i < 100; i++) {
            assertEquals(Map.of("i", i), responses.join().get(i).result());
        }
        CallAllRequest first = sidecar.batches.take();
        assertEquals(List.of(100, 7), List.of(first.getTotal(), first.getParallelism()));
    }

    @Test
    void anEmptyBatchIsEmpty() {
        assertEquals(List.of(), hub.callAll(List.of()));
        assertTrue(sidecar.batches.isEmpty());
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
                Call.of("echo", Map.of("a", 2))));
        assertEquals(Map.of("a", 1), responses.get(0).result());
        assertEquals(FaultKind.INVALID_ARGUMENTS, responses.get(1).fault().kind());
        assertEquals("boom", responses.get(2).error());
        assertEquals(FaultKind.TIMEOUT, responses.get(3).fault().kind());
        assertEquals(FaultKind.CANCELLED, responses.get(4).fault().kind());
        assertEquals(Map.of("a", 2), responses.get(5).result());
    }

    @Test
    void oneSlotIsCancelledByItsIndex() throws Exception {
        CancelToken token = new CancelToken();
        CompletableFuture<List<ToolResponse>> responses = hub.callAllAsync(List.of(
                Call.of("echo", Map.of("a", Double.NaN)),
                Call.of("hang", null),
                Call.of("hang", null, CallOptions.none().cancel(token))), 0);
        sidecar.calls.take();
        sidecar.calls.take();
        sidecar.batches.take();
        token.cancel();
        assertEquals(List.of(1), sidecar.batches.take().getCancelList());
        sidecar.close();
        assertEquals(FaultKind.CANCELLED, responses.join().get(2).fault().kind());
        assertEquals(FaultKind.HOST_LOST, responses.join().get(1).fault().kind());
        assertEquals("{\"effect\":\"unknown\"}", ToolResponse.success(responses.join().get(1).fault().details())
                .modelText());
    }

    @Test
    void theLastOpenSlotIsCancelledToo() throws Exception {
        CancelToken token = new CancelToken();
        CompletableFuture<List<ToolResponse>> responses =
                hub.callAllAsync(List.of(Call.of("hang", null, CallOptions.none().cancel(token))), 0);
        sidecar.calls.take();
        sidecar.batches.take();
        token.cancel();
        assertEquals("Tool hang was cancelled.", responses.join().get(0).error());
        assertEquals(List.of(0), sidecar.batches.take().getCancelList());
    }

    @Test
    void cancellingTheFutureEndsTheBatch() throws Exception {
        CompletableFuture<List<ToolResponse>> responses = hub.callAllAsync(List.of(Call.of("hang", null)), 0);
        sidecar.calls.take();
        responses.cancel(true);
        assertEquals("batch", sidecar.cancelled.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void callsAreSpreadSoThatNoRequestIsTooLarge() throws Exception {
        sidecar.limits = Limits.newBuilder().setMaxMessageBytes(1 << 20).build();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(Call.of("echo", Map.of("i", i, "text", "x".repeat(300_000))));
        }
        try (Toolspan limited = Toolspan.connect(
                ConnectOptions.defaults().address(sidecar.address).transport(Transport.UNARY))) {
            List<ToolResponse> responses = limited.callAll(calls);
            for (int i = 0; i < 10; i++) {
                assertEquals(i, ((Map<?, ?>) responses.get(i).result()).get("i"));
            }
        }
        List<CallAllRequest> requests = List.copyOf(sidecar.batches);
        assertEquals(List.of(3, 3, 3, 1), requests.stream().map(CallAllRequest::getCallsCount).toList());
        assertEquals(List.of(10, 0, 0, 0), requests.stream().map(CallAllRequest::getTotal).toList());
        assertTrue(requests.stream().allMatch(request -> request.getSerializedSize() <= 1 << 20));
    }

    @Test
    void aNegativeParallelismIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> hub.callAll(List.of(), -1));
    }
}
