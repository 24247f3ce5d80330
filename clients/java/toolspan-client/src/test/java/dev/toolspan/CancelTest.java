package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CancelTest {
    @TempDir
    Path directory;

    private FakeSidecar sidecar;
    private Toolspan hub;

    @BeforeEach
    void start() throws Exception {
        sidecar = FakeSidecar.unix(directory.resolve("s.sock"));
        hub = Toolspan.connect(options());
    }

    Transport transport() {
        return Transport.STREAM;
    }

    /** What the sidecar sees end when a batch is cancelled of which only the tool "hang" still runs. */
    String batch() {
        return "hang";
    }

    private ConnectOptions options() {
        return ConnectOptions.defaults().address(sidecar.address).transport(transport());
    }

    @AfterEach
    void stop() {
        hub.close();
        sidecar.close();
    }

    private void assertCancelled(ToolResponse response) {
        assertEquals(FaultKind.CANCELLED, response.fault().kind());
        assertEquals("Tool hang was cancelled.", response.error());
    }

    private void assertToolCancelled() throws InterruptedException {
        assertEquals("hang", sidecar.cancelled.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void aTokenEndsACall() throws Exception {
        CancelToken token = new CancelToken();
        CompletableFuture<ToolResponse> future = hub.callAsync("hang", null, CallOptions.none().cancel(token));
        sidecar.calls.take();
        token.cancel();
        assertCancelled(future.join());
        assertToolCancelled();
    }

    @Test
    void aCancelledTokenSendsNothing() {
        CancelToken token = new CancelToken();
        token.cancel();
        assertCancelled(hub.call("hang", null, CallOptions.none().cancel(token)));
        assertNull(sidecar.calls.poll());
    }

    @Test
    void cancellingTheFutureEndsTheTool() throws Exception {
        CompletableFuture<ToolResponse> future = hub.callAsync("hang", null);
        sidecar.calls.take();
        assertTrue(future.cancel(true));
        assertThrows(CancellationException.class, future::join);
        assertToolCancelled();
    }

    @Test
    void anInterruptEndsTheCallAndStaysVisible() throws Exception {
        CompletableFuture<ToolResponse> response = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            response.complete(hub.call("hang", null));
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        sidecar.calls.take();
        caller.interrupt();
        assertCancelled(response.join());
        assertTrue(interrupted.join());
        assertToolCancelled();
    }

    @Test
    void anInterruptEndsABatch() throws Exception {
        CompletableFuture<List<ToolResponse>> responses = new CompletableFuture<>();
        Thread caller = new Thread(() -> responses.complete(
                hub.callAll(List.of(Call.of("echo", Map.of()), Call.of("hang", null)))));
        caller.start();
        sidecar.calls.take();
        sidecar.calls.take();
        caller.interrupt();
        assertCancelled(responses.join().get(1));
        assertEquals(batch(), sidecar.cancelled.poll(30, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void noBudgetIsATimeoutAtOnce(Duration timeout) {
        ToolResponse response = hub.call("hang", null, CallOptions.none().timeout(timeout));
        assertEquals(FaultKind.TIMEOUT, response.fault().kind());
        assertEquals("Tool hang timed out after 0 ms.", response.error());
        assertEquals(0, response.executionTimeMs());
        assertTrue(sidecar.calls.isEmpty());
    }

    @Test
    void theBackstopEndsACallThatTheSidecarForgot() throws Exception {
        ToolResponse response = hub.call("hang", null, CallOptions.none().timeout(Duration.ofMillis(50)));
        assertEquals(FaultKind.TIMEOUT, response.fault().kind());
        assertEquals("Tool hang timed out after 50 ms.", response.error());
        assertEquals(50, sidecar.calls.take().getTimeoutMs());
        assertToolCancelled();
    }

    @Test
    void closingEndsCallsUnderWay() throws Exception {
        CompletableFuture<ToolResponse> future = hub.callAsync("hang", null);
        CompletableFuture<List<ToolResponse>> batch = hub.callAllAsync(List.of(Call.of("hang", null)), 0);
        sidecar.calls.take();
        sidecar.calls.take();
        hub.close();
        assertCancelled(future.join());
        assertCancelled(batch.join().get(0));
        assertThrows(CannotReachException.class, () -> hub.call("echo", Map.of()));
    }

    @Test
    void aTokenForgetsWhatIsOver() {
        CancelToken token = new CancelToken();
        assertTrue(hub.call("echo", Map.of(), CallOptions.none().cancel(token)).success());
        token.cancel();
        token.cancel();
        assertTrue(token.isCancelled());
        assertFalse(sidecar.cancelled.contains("echo"));
    }
}
