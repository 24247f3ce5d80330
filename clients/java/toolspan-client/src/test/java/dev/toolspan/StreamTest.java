package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.StreamRequest;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StreamTest {
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

    private StreamRequest frame() throws InterruptedException {
        return sidecar.frames.poll(30, TimeUnit.SECONDS);
    }

    private FakeStream stream() throws InterruptedException {
        return sidecar.streams.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void manyThreadsGetEachItsOwnAnswerInFewFrames() throws Exception {
        int threads = 64;
        int each = 100_000 / threads + 1;
        AtomicInteger right = new AtomicInteger();
        AtomicInteger frames = new AtomicInteger();
        sidecar.tools.put("echo", (call, answer) -> {
            sidecar.calls.clear();
            frames.addAndGet(sidecar.frames.size());
            sidecar.frames.clear();
            answer.accept(Answers.success(call.getArguments()));
        });
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            callers.add(new Thread(() -> {
                for (int i = first; i < first + each; i++) {
                    if (Map.of("i", i).equals(hub.call("echo", Map.of("i", i)).result())) {
                        right.incrementAndGet();
                    }
                }
            }));
        }
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        assertEquals(threads * each, right.get());
        assertTrue(frames.get() < threads * each / 2, frames + " frames");
        assertEquals(1, sidecar.streams.size());
    }

    @Test
    void whatIsQueuedLeavesInOneFrame() throws Exception {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            calls.add(Call.of("echo", Map.of("i", i)));
        }
        hub.call("echo", Map.of());
        frame();
        List<ToolResponse> responses = hub.callAll(calls);
        for (int i = 0; i < 64; i++) {
            assertEquals(Map.of("i", i), responses.get(i).result());
        }
        int frames = sidecar.frames.size();
        assertTrue(frames <= 8, frames + " frames");
        assertTrue(sidecar.batches.isEmpty());
    }

    @Test
    void tenThousandAtOnceWaitInOrder() throws Exception {
        sidecar.limits = Limits.newBuilder().setMaxInFlight(5).build();
        List<CompletableFuture<ToolResponse>> futures = new ArrayList<>();
        try (Toolspan limited = Toolspan.connect(sidecar.address)) {
            for (int i = 0; i < 10_000; i++) {
                futures.add(limited.callAsync("echo", Map.of("i", i)));
            }
            for (int i = 0; i < 10_000; i++) {
                assertEquals(Map.of("i", i), futures.get(i).join().result());
                CallRequest call = sidecar.calls.take();
                assertEquals("{\"i\":" + i + "}", call.getArguments().getData().toStringUtf8());
            }
        }
        assertTrue(sidecar.frames.stream().allMatch(frame -> frame.getCallsCount() <= 5));
    }

    @Test
    void aQueuedCallIsCancelledUnsentAndASentOneByItsNumber() throws Exception {
        sidecar.limits = Limits.newBuilder().setMaxInFlight(1).build();
        try (Toolspan limited = Toolspan.connect(sidecar.address)) {
            CompletableFuture<ToolResponse> sent = limited.callAsync("hang", null);
            long number = frame().getCalls(0).getNumber();
            CancelToken token = new CancelToken();
            CompletableFuture<ToolResponse> queued =
                    limited.callAsync("secret", null, CallOptions.none().cancel(token));
            CompletableFuture<ToolResponse> late =
                    limited.callAsync("secret", null, CallOptions.none().timeout(Duration.ofMillis(50)));
            token.cancel();
            assertEquals(FaultKind.CANCELLED, queued.join().fault().kind());
            assertEquals("Tool secret timed out after 50 ms.", late.join().error());
            sent.cancel(true);
            assertEquals(List.of(number), frame().getCancelList());
            assertTrue(limited.call("echo", Map.of()).success());
            assertFalse(sidecar.calls.stream().anyMatch(call -> call.getName().equals("secret")));
        }
    }

    @Test
    void whatIsLeftOfTheBudgetIsSent() throws Exception {
        sidecar.limits = Limits.newBuilder().setMaxInFlight(1).build();
        try (Toolspan limited = Toolspan.connect(sidecar.address)) {
            CompletableFuture<ToolResponse> first = limited.callAsync("hang", null);
            frame();
            CompletableFuture<ToolResponse> second =
                    limited.callAsync("echo", Map.of(), CallOptions.none().timeout(Duration.ofSeconds(30)));
            Thread.sleep(50);
            first.cancel(true);
            assertTrue(second.join().success());
            sidecar.calls.take();
            assertTrue(sidecar.calls.take().getTimeoutMs() <= 29_950);
        }
    }

    @Test
    void aDrainedStreamAnswersWhatItHasAndNewCallsGoElsewhere() throws Exception {
        CompletableFuture<ToolResponse> old = hub.callAsync("hang", null);
        long number = frame().getCalls(0).getNumber();
        FakeStream first = stream();
        first.drain();
        Thread.sleep(50);
        assertTrue(hub.call("echo", Map.of()).success());
        assertFalse(old.isDone());
        first.answer(number, Answers.success("1"));
        assertEquals(1, old.join().result());
        assertEquals(1, sidecar.streams.size());
    }

    @Test
    void whatADrainedStreamEndsWithoutAnsweringDidNotRun() throws Exception {
        CompletableFuture<ToolResponse> late = hub.callAsync("hang", null);
        frame();
        FakeStream first = stream();
        sidecar.tools.put("hang", (again, answer) -> answer.accept(Answers.success("2")));
        first.drain();
        first.end(Status.OK);
        assertEquals(2, late.join().result());
    }

    @Test
    void anAnswerWithoutResponseIsSentAgain() throws Exception {
        CompletableFuture<ToolResponse> call = hub.callAsync("hang", null);
        long number = frame().getCalls(0).getNumber();
        sidecar.tools.put("hang", (again, answer) -> answer.accept(Answers.success("2")));
        stream().answer(number, null);
        assertEquals(2, call.join().result());
    }

    @Test
    void aStreamThatIsCutLosesWhatWasSent() throws Exception {
        sidecar.specs = List.of(Answers.spec("a", "look", true));
        hub.tools();
        for (Status end : List.of(Status.UNAVAILABLE, Status.CANCELLED, Status.INTERNAL, Status.OK)) {
            sidecar.tools.put("look", (call, answer) -> { });
            CompletableFuture<ToolResponse> effect = hub.callAsync("hang", null);
            CompletableFuture<ToolResponse> look = hub.callAsync("look", null);
            sidecar.calls.take();
            sidecar.calls.take();
            sidecar.tools.put("look", (call, answer) -> answer.accept(Answers.success("3")));
            stream().end(end);
            assertEquals(FaultKind.HOST_LOST, effect.join().fault().kind());
            assertEquals(Map.of("effect", "unknown"), effect.join().fault().details());
            assertEquals(3, look.join().result());
            sidecar.calls.take();
        }
    }

    @Test
    void bigArgumentsTravelBesideSmallOnes() throws Exception {
        String big = "x".repeat(300 << 10);
        CompletableFuture<ToolResponse> large = hub.callAsync("echo", Map.of("text", big));
        assertTrue(hub.call("echo", Map.of("text", "small")).success());
        assertEquals(Map.of("text", big), large.join().result());
        assertEquals(1, frame().getCallsCount());
        assertTrue(sidecar.frames.isEmpty());
    }

    @Test
    void framesStayBelowAMebibyte() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(Call.of("echo", Map.of("i", i, "text", "x".repeat(200 << 10))));
        }
        List<ToolResponse> responses = hub.callAll(calls);
        for (int i = 0; i < 40; i++) {
            assertEquals(i, ((Map<?, ?>) responses.get(i).result()).get("i"));
        }
        assertTrue(sidecar.frames.stream().allMatch(frame -> frame.getSerializedSize() < 1_060_000));
    }

    @Test
    void anOlderSidecarIsCalledUnary() throws Exception {
        sidecar.streamRefusal = Status.UNIMPLEMENTED.withDescription("no such method");
        List<CompletableFuture<ToolResponse>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            futures.add(hub.callAsync("echo", Map.of("i", i)));
        }
        for (int i = 0; i < 20; i++) {
            assertEquals(Map.of("i", i), futures.get(i).join().result());
        }
        assertTrue(hub.callAll(List.of(Call.of("echo", Map.of()))).get(0).success());
        CompletableFuture<ToolResponse> hanging = hub.callAsync("hang", null);
        while (!sidecar.calls.take().getName().equals("hang")) { }
        hanging.cancel(true);
        assertEquals("hang", sidecar.cancelled.poll(30, TimeUnit.SECONDS));
        assertTrue(sidecar.frames.isEmpty());
    }

    @Test
    void aRefusalOfTheStreamIsAnException() {
        sidecar.streamRefusal = Status.FAILED_PRECONDITION.withDescription("another level");
        assertThrows(RefusedException.class, () -> hub.call("echo", Map.of()));
        sidecar.streamRefusal = null;
        assertTrue(hub.call("echo", Map.of()).success());
    }

    @Test
    void whatHangsOnAFutureMayBlock() throws Exception {
        CountDownLatch all = new CountDownLatch(20);
        // What hangs on a future that is complete already runs in the thread that hangs it there, so each has its own.
        ExecutorService callers = Executors.newCachedThreadPool();
        List<Future<ToolResponse>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            futures.add(callers.submit(() -> hub.callAsync("echo", Map.of())
                    .thenApply(response -> {
                        all.countDown();
                        hub.call("echo", Map.of());
                        try {
                            all.await();
                        } catch (InterruptedException stop) {
                            throw new IllegalStateException(stop);
                        }
                        return response;
                    })
                    .get()));
        }
        for (Future<ToolResponse> future : futures) {
            assertTrue(future.get().success());
        }
        callers.shutdown();
    }
}
