package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class LossTest {
    @TempDir
    Path directory;

    Transport transport() {
        return Transport.STREAM;
    }

    private Path socket() {
        return directory.resolve("s.sock");
    }

    private ConnectOptions patient() {
        return ConnectOptions.defaults().address("unix:" + socket())
                .connectTimeout(Duration.ofSeconds(20)).transport(transport());
    }

    @Test
    void nobodyThereIsAnException() {
        ConnectOptions options = patient().connectTimeout(Duration.ofMillis(300));
        CannotReachException nobody = assertThrows(CannotReachException.class, () -> Toolspan.connect(options));
        String start = "Cannot reach the Toolspan sidecar at unix:" + socket() + ": ";
        assertTrue(nobody.getMessage().startsWith(start), nobody.getMessage());
        assertTrue(nobody.getMessage().endsWith("No such file or directory. Is `toolspan serve` running?"),
                nobody.getMessage());
        ConnectOptions tcp = options.address("127.0.0.1:1");
        String refused = assertThrows(CannotReachException.class, () -> Toolspan.connect(tcp)).getMessage();
        assertTrue(refused.contains("127.0.0.1:1: Connection refused"), refused);
    }

    @Test
    void aSidecarThatStartsLateIsFound() throws Exception {
        CompletableFuture<Toolspan> hub = CompletableFuture.supplyAsync(() -> Toolspan.connect(patient()));
        Thread.sleep(200);
        try (FakeSidecar sidecar = FakeSidecar.unix(socket()); Toolspan found = hub.join()) {
            assertTrue(found.call("echo", Map.of()).success());
        }
    }

    @Test
    void aCallThatWasSentAndLostIsAnAnswer() throws Exception {
        FakeSidecar sidecar = FakeSidecar.unix(socket());
        try (Toolspan hub = Toolspan.connect(patient())) {
            hub.tools();
            sidecar.specs = List.of(Answers.spec("a", "hang", false));
            hub.tools();
            CompletableFuture<ToolResponse> future = hub.callAsync("hang", null);
            sidecar.calls.take();
            sidecar.close();
            ToolResponse response = future.join();
            assertEquals(FaultKind.HOST_LOST, response.fault().kind());
            assertEquals("Tool hang lost its host.", response.error());
            assertEquals(Map.of("effect", "unknown"), response.fault().details());
            assertFalse(response.fault().retryable());
        }
    }

    @Test
    void theNextSidecarIsFound() throws Exception {
        FakeSidecar first = FakeSidecar.unix(socket());
        try (Toolspan hub = Toolspan.connect(patient())) {
            assertTrue(hub.call("echo", Map.of()).success());
            first.close();
            // a call that leaves before the loss is seen would rightly be lost
            Thread.sleep(200);
            CompletableFuture<ToolResponse> waiting = hub.callAsync("echo", Map.of("a", 1));
            try (FakeSidecar second = FakeSidecar.unix(socket())) {
                assertEquals(Map.of("a", 1), waiting.join().result());
                assertTrue(hub.call("echo", Map.of()).success());
            }
            // and so would this one
            Thread.sleep(200);
            CallOptions brief = CallOptions.none().timeout(Duration.ofMillis(300));
            assertThrows(CannotReachException.class, () -> hub.call("echo", Map.of(), brief));
        }
    }

    @Test
    void anIdempotentToolIsRepeated() throws Exception {
        FakeSidecar first = FakeSidecar.unix(socket());
        first.specs = List.of(Answers.spec("a", "look", true));
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        first.tools.put("look", (call, answer) -> seen.add("call"));
        first.tools.put("a.look", (call, answer) -> seen.add("batch"));
        first.tools.put("hang", (call, answer) -> seen.add("hang"));
        try (Toolspan hub = Toolspan.connect(patient())) {
            hub.tools();
            CompletableFuture<ToolResponse> one = hub.callAsync("look", Map.of());
            CompletableFuture<List<ToolResponse>> batch =
                    hub.callAllAsync(List.of(Call.of("a.look", null), Call.of("hang", null)), 0);
            // a call that had not begun would rightly be sent again
            for (int i = 0; i < 3; i++) {
                seen.take();
            }
            first.close();
            try (FakeSidecar second = FakeSidecar.unix(socket())) {
                second.tools.put("look", (call, answer) -> answer.accept(Answers.success("1")));
                second.tools.put("a.look", (call, answer) -> answer.accept(Answers.success("2")));
                assertEquals(1, one.join().result());
                assertEquals(2, batch.join().get(0).result());
                assertEquals(FaultKind.HOST_LOST, batch.join().get(1).fault().kind());
            }
        }
    }

    @Test
    void threeAttemptsAreEnough() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        FakeSidecar sidecar = looking(seen);
        try (Toolspan hub = Toolspan.connect(patient())) {
            hub.tools();
            CompletableFuture<ToolResponse> future = hub.callAsync("look", Map.of());
            for (int i = 0; i < 3; i++) {
                seen.take();
                sidecar.close();
                sidecar = looking(seen);
            }
            assertEquals(FaultKind.HOST_LOST, future.join().fault().kind());
            assertTrue(seen.isEmpty());
        } finally {
            sidecar.close();
        }
    }

    private FakeSidecar looking(BlockingQueue<String> seen) throws Exception {
        FakeSidecar sidecar = FakeSidecar.unix(socket());
        sidecar.specs = List.of(Answers.spec("a", "look", true));
        sidecar.tools.put("look", (call, answer) -> seen.add("look"));
        return sidecar;
    }

    @Test
    void aDrainingSidecarIsWaitedFor() throws Exception {
        FakeSidecar first = FakeSidecar.unix(socket());
        try (Toolspan hub = Toolspan.connect(patient())) {
            first.refusal = Status.UNAVAILABLE.withDescription("draining: the sidecar is stopping");
            CompletableFuture<ToolResponse> one = hub.callAsync("echo", Map.of("a", 1));
            CompletableFuture<List<ToolResponse>> batch =
                    hub.callAllAsync(List.of(Call.of("echo", Map.of("a", 2))), 0);
            Thread.sleep(150);
            assertFalse(one.isDone());
            first.close();
            try (FakeSidecar second = FakeSidecar.unix(socket())) {
                assertEquals(Map.of("a", 1), one.join().result());
                assertEquals(Map.of("a", 2), batch.join().get(0).result());
                second.refusal = Status.UNAVAILABLE.withDescription("draining");
                second.streams.forEach(FakeStream::drain);
                CallOptions brief = CallOptions.none().timeout(Duration.ofMillis(300));
                String message = assertThrows(
                        CannotReachException.class, () -> hub.call("echo", Map.of(), brief)).getMessage();
                assertTrue(message.contains(": draining. Is"), message);
            }
        }
    }

    @Test
    void aBatchThatNobodyTookIsAnException() throws Exception {
        FakeSidecar sidecar = FakeSidecar.unix(socket());
        try (Toolspan hub = Toolspan.connect(patient().connectTimeout(Duration.ofMillis(400)))) {
            sidecar.close();
            CompletableFuture<List<ToolResponse>> batch = hub.callAllAsync(List.of(Call.of("echo", null)), 0);
            assertInstanceOf(CannotReachException.class,
                    assertThrows(CompletionException.class, batch::join).getCause());
        }
    }

    @Test
    void aWatchOutlivesTheConnection() throws Exception {
        BlockingQueue<List<ToolSpec>> lists = new LinkedBlockingQueue<>();
        FakeSidecar first = FakeSidecar.unix(socket());
        try (Toolspan hub = Toolspan.connect(patient())) {
            try (AutoCloseable watch = hub.watchTools(lists::add)) {
                assertEquals(List.of(), lists.poll(30, TimeUnit.SECONDS));
                first.close();
                FakeSidecar second = FakeSidecar.unix(socket());
                second.specs = List.of(Answers.spec("a", "x", true));
                List<ToolSpec> next = lists.poll(30, TimeUnit.SECONDS);
                while (next != null && next.isEmpty()) {
                    next = lists.poll(30, TimeUnit.SECONDS);
                }
                assertEquals("a.x", next.get(0).fullName());
                second.close();
            }
        }
    }
}
