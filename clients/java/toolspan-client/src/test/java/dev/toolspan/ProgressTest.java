package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import dev.toolspan.v1.StreamCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProgressTest {
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

    private StreamCall call() throws InterruptedException {
        return sidecar.frames.poll(30, TimeUnit.SECONDS).getCalls(0);
    }

    private FakeStream stream() throws InterruptedException {
        return sidecar.streams.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void progressComesInOrderAndBeforeTheResponse() throws Exception {
        List<Progress> heard = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<ToolResponse> response =
                hub.callAsync("hang", null, CallOptions.none().onProgress(heard::add));
        StreamCall call = call();
        assertTrue(call.getWantsProgress());
        FakeStream stream = stream();
        for (int i = 0; i < 100; i++) {
            stream.progress(call.getNumber(), i / 100.0, "step " + i);
        }
        stream.answer(call.getNumber(), Answers.success("1"));
        assertEquals(1, response.join().result());
        assertEquals(100, heard.size());
        assertEquals(new Progress(0.42, "step 42"), heard.get(42));
    }

    @Test
    void aStreamIsItsProgressAndThenItsResponse() throws Exception {
        try (CallStream followed = hub.stream("hang", Map.of())) {
            StreamCall call = call();
            FakeStream stream = stream();
            stream.progress(call.getNumber(), 0.5, "half");
            assertEquals(new Progress(0.5, "half"), followed.next());
            stream.progress(call.getNumber(), 1, "whole");
            stream.answer(call.getNumber(), Answers.success("1"));
            List<String> rest = new ArrayList<>();
            for (Progress update : followed) {
                rest.add(update.message());
            }
            assertEquals(List.of("whole"), rest);
            assertFalse(followed.hasNext());
            assertThrows(NoSuchElementException.class, followed::next);
            assertEquals(1, followed.response().result());
        }
        assertTrue(sidecar.cancelled.isEmpty());
    }

    @Test
    void closingEarlyCancels() throws Exception {
        CallStream followed = hub.stream("hang", Map.of());
        call();
        followed.close();
        assertEquals("hang", sidecar.cancelled.poll(30, TimeUnit.SECONDS));
        assertFalse(followed.hasNext());
        assertEquals(FaultKind.CANCELLED, followed.response().fault().kind());
    }

    @Test
    void whoNeverReadsHarmsOnlyItself() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        CallStream unread = hub.stream("hang", Map.of());
        long first = call().getNumber();
        hub.callAsync("hang", null, CallOptions.none().onProgress(update -> {
            try {
                forever.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }));
        long second = call().getNumber();
        FakeStream stream = stream();
        for (int i = 0; i < 5000; i++) {
            stream.progress(first, 0, "u" + i);
            stream.progress(second, 0, "u" + i);
        }
        assertTrue(hub.call("echo", Map.of()).success());
        stream.answer(first, Answers.success("1"));
        unread.response();
        assertEquals("u" + (5000 - CallStream.MOST_UNREAD), unread.next().message());
        forever.countDown();
    }

    @Test
    void largeArgumentsTellProgressOnAStreamOfTheirOwn() throws Exception {
        List<Progress> heard = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<ToolResponse> response = hub.callAsync(
                "hang", Map.of("text", "x".repeat(300 << 10)), CallOptions.none().onProgress(heard::add));
        StreamCall call = call();
        FakeStream stream = stream();
        stream.progress(call.getNumber(), 1, "done");
        stream.answer(call.getNumber(), Answers.success("1"));
        assertEquals(1, response.join().result());
        assertEquals(1, heard.size());
        assertTrue(hub.call("echo", Map.of()).success());
        assertEquals(1, sidecar.streams.size());
    }
}
