package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.FakeSidecar.Answers;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Limits;
import io.grpc.Metadata;
import io.grpc.Status;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CallTest {
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

    private ConnectOptions options() {
        return ConnectOptions.defaults().address(sidecar.address).transport(transport());
    }

    @AfterEach
    void stop() {
        hub.close();
        sidecar.close();
    }

    @Test
    void aValueComesBackAsItWent() {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("int", 9007199254740993L);
        args.put("big", new BigInteger("18446744073709551615"));
        args.put("one", List.of(1, 1.0));
        args.put("empty", "");
        args.put("none", null);
        args.put("emoji", "😀");
        args.put("__proto__", Map.of("", true));
        args.put("text", "x".repeat(5 << 20));
        ToolResponse response = hub.call("echo", args);
        assertTrue(response.success());
        assertEquals(args, response.result());
        assertEquals(new ArrayList<>(args.keySet()), new ArrayList<>(((Map<?, ?>) response.result()).keySet()));
        assertEquals("echo", response.toolName());
        assertEquals(7, response.executionTimeMs());
        assertNull(response.error());
        assertNull(response.fault());
    }

    @Test
    void theCallStatesWhoAsksAndWhat() throws Exception {
        CallOptions options = CallOptions.none().timeout(Duration.ofSeconds(9)).callId("id").specDigest("digest")
                .invocationKey("key");
        hub.call("echo", Map.of(), options);
        CallRequest call = sidecar.calls.take();
        assertEquals(9000, call.getTimeoutMs());
        assertEquals(List.of("id", "digest", "key"),
                List.of(call.getCallId(), call.getSpecDigest(), call.getInvocationKey()));
        assertEquals(List.of("1-1", "0.1.0", "java"),
                List.of(header("toolspan-protocol"), header("toolspan-sdk"), header("toolspan-language")));
        hub.call("echo", null);
        CallRequest bare = sidecar.calls.take();
        assertFalse(bare.hasTimeoutMs());
        assertFalse(bare.hasArguments());
    }

    private String header(String name) {
        return sidecar.headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{\"a\":", "{\"a\":1e400}", "null"})
    void textIsPassedOnUnread(String text) throws Exception {
        hub.call("echo", text, CallOptions.none());
        CallRequest call = sidecar.calls.take();
        assertTrue(call.hasArguments());
        assertEquals(text, call.getArguments().getData().toStringUtf8());
    }

    @Test
    void payloadsKeepTheirMediaType() {
        byte[] bytes = {0, 1, (byte) 255};
        ToolResponse image = hub.call("echo", new Payload(bytes, "image/png"), CallOptions.none());
        assertEquals(new Payload(bytes, "image/png"), image.result());
        ToolResponse plain = hub.call("echo", new Payload(bytes, Payload.OCTET_STREAM), CallOptions.none());
        assertArrayEquals(bytes, (byte[]) plain.result());
        assertEquals(1.0, hub.call("echo", Payload.json("1.0"), CallOptions.none()).result());
    }

    @Test
    void argumentsThatCannotCrossNeverLeave() {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("a", Double.NaN);
        args.put("b", List.of(new Object()));
        ToolResponse response = hub.call("echo", args);
        assertEquals(FaultKind.INVALID_ARGUMENTS, response.fault().kind());
        assertEquals("Tool echo got invalid arguments: /a is NaN, a non-finite number that JSON has no form for;"
                + " /b/0 is a java.lang.Object, which JSON has no form for.", response.error());
        Map<String, Object> first = Map.of(
                "path", "/a", "reason", "is NaN, a non-finite number that JSON has no form for");
        Map<String, Object> second = Map.of(
                "path", "/b/0", "reason", "is a java.lang.Object, which JSON has no form for");
        assertEquals(Map.of("path", "/a", "problems", List.of(first, second)), response.fault().details());
        assertEquals(0, response.executionTimeMs());
        ToolResponse large = hub.call("echo", "x".repeat(32 << 20), CallOptions.none());
        assertEquals("Tool echo got arguments of 33554432 bytes, over the limit of 32 MiB.", large.error());
        assertEquals(FaultKind.INVALID_ARGUMENTS, large.fault().kind());
        assertTrue(sidecar.calls.isEmpty());
        ToolResponse fits = hub.call("echo", "\"" + "x".repeat((32 << 20) - (64 << 10) - 2) + "\"", CallOptions.none());
        assertTrue(fits.success());
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void everyKindOfFailureArrives(FaultKind kind) {
        sidecar.tools.put("f", (call, answer) -> answer.accept(Answers.failure(
                dev.toolspan.v1.FaultKind.valueOf("FAULT_KIND_" + kind.name()), "why")));
        ToolResponse response = hub.call("f", Map.of());
        assertFalse(response.success());
        assertEquals(kind, response.fault().kind());
        assertEquals("why", response.error());
    }

    @Test
    void aFaultArrivesWhole() {
        sidecar.tools.put("f", (call, answer) -> {
            var wire = Answers.failure(dev.toolspan.v1.FaultKind.FAULT_KIND_EXCEPTION, "m").toBuilder();
            wire.getFaultBuilder().setLanguage("typescript").setType("TypeError").setRetryable(true)
                    .setDetails(Answers.payload("{\"path\":\"/a\",\"n\":1.0}", ""))
                    .addCauses(dev.toolspan.v1.Cause.newBuilder().setLanguage("typescript").setType("E").setMessage("c"));
            wire.addBlocks(dev.toolspan.v1.Block.newBuilder()
                    .setText(dev.toolspan.v1.TextBlock.newBuilder().setText("t")));
            wire.addBlocks(dev.toolspan.v1.Block.newBuilder().setImage(dev.toolspan.v1.MediaBlock.newBuilder()
                    .setMediaType("image/png").setBase64("AQ==").setSizeBytes(1)));
            wire.setResult(Answers.payload("[1]", ""));
            answer.accept(wire.build());
        });
        ToolResponse response = hub.call("f", Map.of());
        assertEquals(new Fault(FaultKind.EXCEPTION, "m", "typescript", "TypeError",
                List.of(new Cause("typescript", "E", "c")), Map.of("path", "/a", "n", 1.0), true), response.fault());
        assertEquals(List.of(new TextBlock("t"), new MediaBlock(MediaBlock.Type.IMAGE, "image/png",
                new MediaBlock.Base64("AQ=="), null, 1L, null)), response.blocks());
        assertEquals(List.of(1), response.result());
        assertEquals("Tool f execute failed.", response.modelText());
    }

    @Test
    void anEmptyErrorIsAFailure() {
        sidecar.tools.put("f", (call, answer) -> answer.accept(
                Answers.failure(dev.toolspan.v1.FaultKind.FAULT_KIND_TOOL_ERROR, "")));
        ToolResponse response = hub.call("f", Map.of());
        assertEquals("", response.error());
        assertEquals("Tool f failed.", response.modelText());
    }

    @Test
    void repliesThatContradictThemselvesAreInternal() {
        for (var reply : List.of(
                dev.toolspan.v1.ToolResponse.getDefaultInstance(),
                Answers.success("1").toBuilder().setError("no").build(),
                dev.toolspan.v1.ToolResponse.newBuilder().setError("no").build())) {
            sidecar.tools.put("f", (call, answer) -> answer.accept(reply));
            ToolResponse response = hub.call("f", Map.of());
            assertEquals(FaultKind.INTERNAL, response.fault().kind());
            assertEquals("Tool f execute failed.", response.modelText());
        }
    }

    @Test
    void aResultThatIsNoJsonIsInvalid() {
        sidecar.tools.put("f", (call, answer) -> answer.accept(Answers.success("{oops")));
        ToolResponse response = hub.call("f", Map.of());
        assertEquals(FaultKind.INVALID_RESULT, response.fault().kind());
        assertEquals("Tool f returned an invalid result: the whole value is not valid JSON.", response.error());
        List<Object> problems = List.of(Map.of("path", "", "reason", "is not valid JSON"));
        assertEquals(Map.of("path", "", "problems", problems), response.fault().details());
    }

    @Test
    void anAbsentResultIsNull() {
        sidecar.tools.put("f", (call, answer) -> answer.accept(
                dev.toolspan.v1.ToolResponse.newBuilder().setSuccess(true).build()));
        ToolResponse response = hub.call("f", Map.of());
        assertTrue(response.success());
        assertNull(response.result());
        assertEquals("null", response.modelText());
    }

    @Test
    void longTextsAreCutBetweenCodePoints() {
        sidecar.tools.put("f", (call, answer) -> answer.accept(Answers.failure(
                dev.toolspan.v1.FaultKind.FAULT_KIND_TOOL_ERROR, "x" + "😀".repeat(3000))));
        assertEquals("x" + "😀".repeat(2047), hub.call("f", Map.of()).error());
    }

    @Test
    void fiftyCallsAtOnce() {
        List<CompletableFuture<ToolResponse>> futures = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            futures.add(hub.callAsync("echo", Map.of("i", i)));
        }
        for (int i = 0; i < 50; i++) {
            assertEquals(Map.of("i", i), futures.get(i).join().result());
        }
    }

    @Test
    void callsBeyondTheLimitWaitForTheirTurn() throws Exception {
        sidecar.limits = Limits.newBuilder().setMaxInFlight(2).build();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        sidecar.tools.put("busy", (call, answer) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            running.decrementAndGet();
            answer.accept(Answers.success(call.getArguments()));
        });
        try (Toolspan limited = Toolspan.connect(options())) {
            List<CompletableFuture<ToolResponse>> futures = new ArrayList<>();
            CompletableFuture<ToolResponse> first = limited.callAsync("hang", Map.of());
            for (int i = 0; i < 30; i++) {
                futures.add(limited.callAsync("busy", Map.of("i", i)));
            }
            for (int i = 0; i < 30; i++) {
                assertEquals(Map.of("i", i), futures.get(i).join().result());
            }
            CompletableFuture<ToolResponse> second = limited.callAsync("hang", Map.of());
            CallOptions options = CallOptions.none().timeout(Duration.ofMillis(100));
            assertEquals("Tool echo timed out after 100 ms.", limited.call("echo", Map.of(), options).error());
            first.cancel(true);
            second.cancel(true);
            assertTrue(limited.call("echo", Map.of()).success());
        }
        assertTrue(most.get() <= 1, "ran " + most);
    }

    @Test
    void toolsAreListed() {
        sidecar.specs = List.of(Answers.spec("a", "x", true));
        assertEquals(List.of(new ToolSpec("x", "does x", Map.of("type", "object"), null, ToolType.FUNCTION, "a",
                Duration.ofMillis(1500), true, "d-x", null)), hub.tools());
        assertEquals("a.x", hub.tools().get(0).fullName());
    }

    @Test
    void aTokenIsAskedForAndSent() throws Exception {
        try (FakeSidecar locked = FakeSidecar.tcp()) {
            locked.token = "secret";
            ConnectOptions options = ConnectOptions.defaults().address(locked.address);
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> Toolspan.connect(options.token("other")));
            assertEquals("The token is wrong.", refused.getMessage());
            try (Toolspan in = Toolspan.connect(options.token("secret"))) {
                assertTrue(in.call("echo", Map.of()).success());
                locked.token = "changed";
                assertThrows(RefusedException.class, in::tools);
            }
        }
    }

    @Test
    void anotherProtocolLevelIsRefusedInOneSentence() {
        sidecar.refusal = Status.FAILED_PRECONDITION.withDescription("The sidecar speaks protocol levels 2 to 3.");
        RefusedException refused =
                assertThrows(RefusedException.class, () -> Toolspan.connect(options()));
        assertEquals("The sidecar speaks protocol levels 2 to 3.", refused.getMessage());
    }

    @Test
    void anUnexpectedStatusIsInternal() {
        sidecar.refusal = Status.DATA_LOSS.withDescription("oops");
        ToolResponse response = hub.call("echo", Map.of());
        assertEquals(FaultKind.INTERNAL, response.fault().kind());
        assertEquals("DATA_LOSS: oops", response.error());
    }
}
