package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.host.HostOptions;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.host.ToolHost;
import dev.toolspan.v1.AttachRequest;
import dev.toolspan.v1.AttachResponse;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.Drain;
import dev.toolspan.v1.FaultKind;
import dev.toolspan.v1.InvocationOutcome;
import dev.toolspan.v1.Limits;
import io.grpc.Status;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tools of this process, as a sidecar sees them (C3.2). */
class HostTest {
    @TempDir
    static Path folder;

    private FakeSidecar sidecar;
    private Toolspan hub;
    private final Tools tools = new Tools();

    enum Colour {
        RED
    }

    record Point(int x, Optional<Integer> y, Colour colour) {
    }

    static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }

    static final class Loop extends RuntimeException {
        private static final long serialVersionUID = 1;

        Loop() {
            super("loop");
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    @SuppressWarnings("unused")
    static final class Tools {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final CountDownLatch told = new CountDownLatch(1);
        final Semaphore awake = new Semaphore(0);
        final Semaphore wakes = new Semaphore(0);

        @Tool
        Object returns(String what) {
            return switch (what) {
                case "null" -> null;
                case "record" -> new Point(1, Optional.empty(), Colour.RED);
                case "list" -> List.of(1, 2.0, "x");
                case "array" -> new long[] {1, Long.MAX_VALUE};
                case "decimal" -> new BigDecimal("1.50");
                case "instant" -> Instant.parse("2026-01-01T00:00:00.500Z");
                case "uuid" -> UUID.fromString("0b5a1f7e-1111-2222-3333-444455556666");
                case "error text" -> "Error: 3 rows skipped";
                case "envelope" -> Map.of("success", false);
                case "exception" -> new IllegalStateException("disk full");
                case "json" -> Payload.json("{\"a\":1.0}");
                default -> what;
            };
        }

        @Tool
        byte[] bytes() {
            return new byte[] {1, 2};
        }

        @Tool
        void nothing() {
        }

        @Tool
        CompletionStage<String> later(boolean fails) {
            return CompletableFuture.supplyAsync(() -> {
                if (fails) {
                    throw new IllegalArgumentException("late");
                }
                return "soon";
            });
        }

        @Tool
        ToolResponse says(boolean succeeds) {
            return succeeds
                    ? ToolResponse.success("fine", List.of(new TextBlock("for the model")))
                    : ToolResponse.error("", Map.of("rows", 3), List.of(new TextBlock("b")), Map.of("code", 7), true);
        }

        @Tool
        Object raises(String what) throws Exception {
            switch (what) {
                case "checked" -> throw new IOException("broken", new IllegalStateException("inner"));
                case "empty" -> throw new IllegalStateException();
                case "mute" -> throw new Mute();
                case "loop" -> throw new Loop();
                case "error" -> throw new OutOfMemoryError("no more");
                case "death" -> throw new ThreadDeath();
                case "stack" -> {
                    return raises(what);
                }
                default -> throw new AssertionError(what);
            }
        }

        @Tool
        Object unwritable(String what) {
            List<Object> cycle = new ArrayList<>();
            cycle.add(cycle);
            return switch (what) {
                case "nan" -> Map.of("a", List.of(Double.NaN));
                case "cycle" -> cycle;
                case "thread" -> Map.of("t", new Thread());
                case "details" -> ToolResponse.error("e", null, List.of(), Map.of("d", Double.NaN), false);
                default -> new java.util.AbstractList<Object>() {
                    @Override
                    public Object get(int index) {
                        throw new IllegalStateException("lazy");
                    }

                    @Override
                    public Iterator<Object> iterator() {
                        throw new IllegalStateException("lazy");
                    }

                    @Override
                    public int size() {
                        return 1;
                    }
                };
            };
        }

        @Tool
        String huge(int bytes) {
            return "x".repeat(bytes);
        }

        @Tool
        String sleeps(ToolContext context) throws InterruptedException {
            context.cancelToken().onCancel(told::countDown);
            context.cancelToken().onCancel(() -> {
                throw new IllegalStateException("a listener");
            });
            started.countDown();
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException stop) {
                interrupted.countDown();
                throw stop;
            }
            return "slept";
        }

        @Tool
        String wakes(ToolContext context) throws InterruptedException {
            try (CancelToken.Registration listener = context.cancelToken().onCancel(wakes::release)) {
                awake.release();
                Thread.sleep(20_000);
                return "slept through " + listener;
            }
        }

        @Tool
        boolean clean() {
            return Thread.currentThread().isInterrupted();
        }

        @Tool
        String reports(ToolContext context) {
            for (int i = 0; i < 100; i++) {
                context.progress(i / 100.0, "step " + i);
            }
            return context.callId() + " " + context.depth() + " " + context.remaining().isPresent();
        }

        @Tool
        Object nested(ToolContext context) {
            ToolResponse one = context.call("echo", Map.of("a", 1));
            List<ToolResponse> all = context.callAll(List.of(Call.of("echo", Map.of("a", 2))));
            return List.of(one.result(), all.get(0).result());
        }

        @Tool
        Object hangs(ToolContext context) {
            started.countDown();
            return context.call("hang", Map.of()).fault().kind().word();
        }

        @Tool
        Object sums(int a, @Param(defaultValue = "2") long b) {
            return a + b;
        }
    }

    @BeforeEach
    void connect() throws IOException {
        sidecar = FakeSidecar.unix(folder.resolve("s.sock"));
        hub = Toolspan.connect(sidecar.address);
    }

    @AfterEach
    void close() {
        hub.close();
        sidecar.close();
    }

    private FakeHosts.Attached host() throws InterruptedException {
        hub.host("mine", tools);
        return sidecar.hosts.next();
    }

    private static String result(InvocationOutcome outcome) {
        assertTrue(outcome.getOutcome().getReturned().getSuccess(), outcome::toString);
        return outcome.getOutcome().getReturned().getResult().getData().toStringUtf8();
    }

    private static dev.toolspan.v1.Fault raised(InvocationOutcome outcome) {
        assertTrue(outcome.getOutcome().hasRaised(), outcome::toString);
        return outcome.getOutcome().getRaised();
    }

    private static dev.toolspan.v1.Fault failed(InvocationOutcome outcome) {
        assertTrue(outcome.getOutcome().getReturned().hasError(), outcome::toString);
        return outcome.getOutcome().getReturned().getFault();
    }

    @Test
    void aHostIntroducesItself() throws Exception {
        try (ToolHost host = hub.host(HostOptions.of("mine").maxInFlight(3), tools)) {
            AttachRequest hello = sidecar.hosts.next().frames.take();
            assertEquals("java", hello.getHello().getLanguage());
            assertEquals(ProcessHandle.current().pid(), hello.getProcess().getPid());
            assertEquals(3, hello.getProcess().getMaxInFlight());
            assertTrue(hello.getProcess().getRuntime().endsWith(System.getProperty("java.version")));
            assertEquals(host.tools().size(), hello.getOffersCount());
            assertTrue(host.tools().contains("mine.sums"));
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
        "null | null",
        "record | {\"x\":1,\"y\":null,\"colour\":\"RED\"}",
        "list | [1,2.0,\"x\"]",
        "array | [1,9223372036854775807]",
        "decimal | \"1.50\"",
        "instant | \"2026-01-01T00:00:00.5Z\"",
        "uuid | \"0b5a1f7e-1111-2222-3333-444455556666\"",
        "error text | \"Error: 3 rows skipped\"",
        "envelope | {\"success\":false}",
        "exception | {\"name\":\"java.lang.IllegalStateException\",\"message\":\"disk full\"}",
        "json | {\"a\":1.0}",
    })
    void aRawReturnIsASuccess(String what, String json) throws Exception {
        assertEquals(json, result(host().run("returns", "{\"what\":\"" + what + "\"}")));
    }

    @Test
    void voidBytesAndStages() throws Exception {
        FakeHosts.Attached host = host();
        assertEquals("null", result(host.run("nothing", "{}")));
        InvocationOutcome bytes = host.run("bytes", "{}");
        assertEquals("application/octet-stream", bytes.getOutcome().getReturned().getResult().getMediaType());
        assertEquals("\"soon\"", result(host.run("later", "{\"fails\":false}")));
        dev.toolspan.v1.Fault late = raised(host.run("later", "{\"fails\":true}"));
        assertEquals("java.lang.IllegalArgumentException", late.getType());
        assertEquals("late", late.getMessage());
    }

    @Test
    void aToolSaysItself() throws Exception {
        FakeHosts.Attached host = host();
        InvocationOutcome fine = host.run("says", "{\"succeeds\":true}");
        assertEquals("\"fine\"", result(fine));
        assertEquals("for the model", fine.getOutcome().getReturned().getBlocks(0).getText().getText());
        InvocationOutcome bad = host.run("says", "{\"succeeds\":false}");
        assertEquals(FaultKind.FAULT_KIND_TOOL_ERROR, failed(bad).getKind());
        assertEquals("", bad.getOutcome().getReturned().getError());
        assertEquals("{\"rows\":3}", bad.getOutcome().getReturned().getResult().getData().toStringUtf8());
        assertEquals("{\"code\":7}", failed(bad).getDetails().getData().toStringUtf8());
        assertTrue(failed(bad).getRetryable());
    }

    @ParameterizedTest
    @CsvSource({
        "checked, java.io.IOException, broken",
        "empty, java.lang.IllegalStateException, java.lang.IllegalStateException",
        "mute, dev.toolspan.HostTest$Mute, dev.toolspan.HostTest$Mute",
        "loop, dev.toolspan.HostTest$Loop, loop",
        "error, java.lang.OutOfMemoryError, no more",
        "death, java.lang.ThreadDeath, java.lang.ThreadDeath",
        "stack, java.lang.StackOverflowError, java.lang.StackOverflowError",
    })
    void whateverIsThrownIsAnOutcome(String what, String type, String message) throws Exception {
        FakeHosts.Attached host = host();
        dev.toolspan.v1.Fault fault = raised(host.run("raises", "{\"what\":\"" + what + "\"}"));
        assertEquals(FaultKind.FAULT_KIND_EXCEPTION, fault.getKind());
        assertEquals("java", fault.getLanguage());
        assertEquals(type, fault.getType());
        assertEquals(message, fault.getMessage());
        assertEquals(what.equals("checked") ? 1 : 0, fault.getCausesCount());
        assertEquals("3", result(host.run("sums", "{\"a\":1}")));
    }

    @ParameterizedTest
    @CsvSource({
        "nan, /a/0 is NaN",
        "cycle, /0 refers to a value that contains it",
        "thread, /t is a java.lang.Thread",
        "details, /d is NaN",
    })
    void whatCannotCrossIsNamed(String what, String problem) throws Exception {
        dev.toolspan.v1.Fault fault = failed(host().run("unwritable", "{\"what\":\"" + what + "\"}"));
        assertEquals(FaultKind.FAULT_KIND_INVALID_RESULT, fault.getKind());
        assertTrue(fault.getMessage().startsWith("Tool unwritable returned an invalid result: " + problem));
        assertTrue(fault.getDetails().getData().toStringUtf8().startsWith("{\"path\":\""));
    }

    @Test
    void aValueThatRaisesWhileItIsWrittenIsAnException() throws Exception {
        assertEquals("lazy", raised(host().run("unwritable", "{\"what\":\"lazy\"}")).getMessage());
    }

    @Test
    void aResultOverTheLimitIsNeverSent() throws Exception {
        FakeHosts.Attached host = host();
        dev.toolspan.v1.Fault fault = failed(host.run("huge", "{\"bytes\":33554432}"));
        assertEquals(FaultKind.FAULT_KIND_RESULT_TOO_LARGE, fault.getKind());
        assertEquals("Tool huge returned 33554434 bytes, over the limit of 32 MiB.", fault.getMessage());
        assertEquals(20_000_002, result(host.run("huge", "{\"bytes\":20000000}")).length());
    }

    @Test
    void argumentsThatTheTypesRefuseNeverReachTheTool() throws Exception {
        dev.toolspan.v1.Fault fault = failed(host().run("sums", "{\"a\":2147483648,\"b\":\"1\"}"));
        assertEquals(FaultKind.FAULT_KIND_INVALID_ARGUMENTS, fault.getKind());
        assertEquals(
                "Tool sums got invalid arguments: /a must be <= 2147483647; /b must be integer, not string.",
                fault.getMessage());
        assertEquals(
                "{\"path\":\"/a\",\"problems\":[{\"path\":\"/a\",\"reason\":\"must be <= 2147483647\"},"
                        + "{\"path\":\"/b\",\"reason\":\"must be integer, not string\"}]}",
                fault.getDetails().getData().toStringUtf8());
    }

    @Test
    void aCancelInterruptsTheToolAndOnlyThat() throws Exception {
        FakeHosts.Attached host = host();
        long number = host.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        host.say(AttachResponse.newBuilder().addCancel(number));
        assertTrue(tools.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals("java.lang.InterruptedException", raised(host.outcome(number)).getType());
        assertTrue(tools.told.await(20, TimeUnit.SECONDS));
        for (int i = 0; i < 10; i++) {
            assertEquals("false", result(host.run("clean", "{}")));
        }
    }

    @Test
    void aListenerThatTheToolTakesBackWhenItWakesUpIsToldAllTheSame() throws Exception {
        FakeHosts.Attached host = host();
        for (int i = 0; i < 100; i++) {
            long number = host.invoke(FakeHosts.call("wakes", "{}"), false);
            assertTrue(tools.awake.tryAcquire(20, TimeUnit.SECONDS));
            host.say(AttachResponse.newBuilder().addCancel(number));
            host.outcome(number);
            assertTrue(tools.wakes.tryAcquire(20, TimeUnit.SECONDS), "round " + i);
        }
    }

    @Test
    void aTimeoutInterruptsToo() throws Exception {
        FakeHosts.Attached host = host();
        long number = host.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        host.say(AttachResponse.newBuilder().addTimedOut(number));
        host.outcome(number);
        assertEquals(0, tools.interrupted.getCount());
    }

    @Test
    void aPingIsAnswered() throws Exception {
        FakeHosts.Attached host = host();
        host.frames.take();
        host.say(AttachResponse.newBuilder().setPing(7));
        assertEquals(7, host.frames.poll(20, TimeUnit.SECONDS).getPong());
    }

    @Test
    void progressArrivesInOrderAndBeforeTheOutcome() throws Exception {
        FakeHosts.Attached host = host();
        CallRequest.Builder call = FakeHosts.call("reports", "{}").setCallId("c1").setTimeoutMs(9_000).setDepth(2);
        assertEquals("\"c1 2 true\"", result(host.outcome(host.invoke(call, true))));
        assertEquals(100, host.progress.size());
        for (int i = 0; i < 100; i++) {
            assertEquals("step " + i, host.progress.take().getProgress().getMessage());
        }
        host.outcome(host.invoke(call, false));
        assertEquals(0, host.progress.size());
    }

    @Test
    void aNestedCallIsOneDeeperAndTakesTheTraceAlong() throws Exception {
        CallRequest.Builder call = FakeHosts.call("nested", "{}")
                .setDepth(1)
                .setTimeoutMs(5_000)
                .setTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        FakeHosts.Attached host = host();
        assertEquals("[{\"a\":1},{\"a\":2}]", result(host.outcome(host.invoke(call, false))));
        for (int i = 0; i < 2; i++) {
            CallRequest sent = sidecar.calls.take();
            assertEquals(2, sent.getDepth());
            assertEquals(call.getTraceparent(), sent.getTraceparent());
            assertTrue(sent.getTimeoutMs() > 0 && sent.getTimeoutMs() <= 5_000);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void nestedCallsWaitForNoPlace(Transport transport) throws Exception {
        hub.close();
        sidecar.limits = Limits.newBuilder().setMaxInFlight(1).build();
        hub = Toolspan.connect(ConnectOptions.defaults().address(sidecar.address).transport(transport));
        FakeHosts.Attached host = host();
        CompletableFuture<ToolResponse> holder = hub.callAsync("hang", Map.of());
        sidecar.calls.take();
        CompletableFuture<ToolResponse> waits = hub.callAsync("echo", Map.of());
        assertEquals("[{\"a\":1},{\"a\":2}]", result(host.run("nested", "{}")));
        assertFalse(waits.isDone());
        holder.cancel(true);
    }

    @Test
    void aNestedCallEndsWithItsInvocation() throws Exception {
        FakeHosts.Attached host = host();
        long number = host.invoke(FakeHosts.call("hangs", "{}"), false);
        sidecar.calls.take();
        host.say(AttachResponse.newBuilder().addCancel(number));
        assertEquals("\"cancelled\"", result(host.outcome(number)));
    }

    @Test
    void nestedInvocationsNeedNoPlace() throws Exception {
        hub.host(HostOptions.of("mine").maxInFlight(1), tools);
        FakeHosts.Attached host = sidecar.hosts.next();
        long holder = host.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        long waits = host.invoke(FakeHosts.call("sums", "{\"a\":1}"), false);
        assertEquals("3", result(host.outcome(host.invoke(FakeHosts.call("sums", "{\"a\":1}").setDepth(1), false))));
        assertTrue(host.isPending(waits));
        long withdrawn = host.invoke(FakeHosts.call("sums", "{\"a\":1}"), false);
        host.say(AttachResponse.newBuilder().addCancel(withdrawn));
        assertEquals(FaultKind.FAULT_KIND_CANCELLED, raised(host.outcome(withdrawn)).getKind());
        host.say(AttachResponse.newBuilder().addCancel(holder));
        assertEquals("3", result(host.outcome(waits)));
        assertEquals("3", result(host.run("sums", "{\"a\":1}")));
    }

    @Test
    void manyInvocationsShareFrames() throws Exception {
        FakeHosts.Attached host = host();
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            numbers.add(host.invoke(FakeHosts.call("sums", "{\"a\":" + i + "}"), false));
        }
        for (int i = 0; i < numbers.size(); i++) {
            assertEquals(Integer.toString(i + 2), result(host.outcome(numbers.get(i))));
        }
    }

    @Test
    void refusalsAreSaid() throws Exception {
        sidecar.hosts.refusals.put("mine.a", "it differs");
        HostTool a = HostTool.builder("a").run((args, context) -> args);
        HostTool b = HostTool.builder("b").run((args, context) -> args);
        ToolHost host = hub.host("mine", a, b);
        assertEquals(List.of("mine.b"), host.tools());
        assertEquals(Map.of("mine.a", "it differs"), host.refused());
        RefusedException all = assertThrows(RefusedException.class, () -> hub.host("mine", a));
        assertTrue(all.getMessage().contains("mine.a: it differs"));
    }

    @Test
    void anOlderSidecarRefuses() {
        sidecar.hosts.refusal = Status.UNIMPLEMENTED.withDescription("no Hosts");
        assertThrows(RefusedException.class, () -> hub.host("mine", tools));
    }

    @Test
    void aSidecarThatIsStoppingCannotBeReached() {
        sidecar.hosts.refusal = Status.UNAVAILABLE.withDescription("draining");
        try (Toolspan brief = Toolspan.connect(
                ConnectOptions.defaults().address(sidecar.address).connectTimeout(Duration.ofMillis(300)))) {
            assertThrows(CannotReachException.class, () -> brief.host("mine", tools));
        }
    }

    @Test
    void buildersTakeMapsAndRecords() throws Exception {
        HostTool any = HostTool.builder("any").run((args, context) -> new LinkedHashMap<>(args));
        HostTool point = HostTool.builder("point").input(Point.class).run((args, context) -> args.x());
        hub.host("mine", List.of(any, point));
        FakeHosts.Attached host = sidecar.hosts.next();
        assertEquals("{\"b\":1.0,\"a\":[null]}", result(host.run("any", "{\"b\":1.0,\"a\":[null]}")));
        assertEquals("4", result(host.run("point", "{\"x\":4,\"colour\":\"RED\"}")));
    }

    @Test
    void aLostStreamStopsItsToolsAndIsOpenedAgain() throws Exception {
        FakeHosts.Attached first = host();
        first.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        first.cut();
        assertTrue(tools.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals("3", result(sidecar.hosts.next().run("sums", "{\"a\":1}")));
    }

    @Test
    void anotherSidecarGetsTheOffers() throws Exception {
        host();
        sidecar.close();
        sidecar = FakeSidecar.unix(folder.resolve("s.sock"));
        assertEquals("3", result(sidecar.hosts.next().run("sums", "{\"a\":1}")));
    }

    @Test
    void aDrainOfTheSidecarLetsToolsEnd() throws Exception {
        FakeHosts.Attached first = host();
        long number = first.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        first.say(AttachResponse.newBuilder().setDrain(Drain.getDefaultInstance()));
        assertFalse(first.halfClosed.isDone());
        first.say(AttachResponse.newBuilder().addCancel(number));
        first.outcome(number);
        first.halfClosed.get(20, TimeUnit.SECONDS);
        assertEquals("3", result(sidecar.hosts.next().run("sums", "{\"a\":1}")));
    }

    @Test
    void closingWaitsForWhatRunsAndTakesNothingNew() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch runs = new CountDownLatch(1);
        HostTool waits = HostTool.builder("waits").run((args, context) -> {
            runs.countDown();
            return go.await(20, TimeUnit.SECONDS);
        });
        ToolHost open = hub.host("mine", waits);
        FakeHosts.Attached host = sidecar.hosts.next();
        long number = host.invoke(FakeHosts.call("waits", "{}"), false);
        host.frames.take();
        assertTrue(runs.await(20, TimeUnit.SECONDS));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(open::close);
        assertTrue(host.frames.poll(20, TimeUnit.SECONDS).hasDrain());
        assertFalse(host.run("waits", "{}").hasOutcome());
        go.countDown();
        assertEquals("true", result(host.outcome(number)));
        closing.get(20, TimeUnit.SECONDS);
        assertTrue(host.halfClosed.isDone());
        open.ended().get(20, TimeUnit.SECONDS);
        assertEquals(List.of(), open.tools());
    }

    @Test
    void theGraceTimeEnds() throws Exception {
        ToolHost open = hub.host(HostOptions.of("mine").grace(Duration.ofMillis(200)), tools);
        FakeHosts.Attached host = sidecar.hosts.next();
        host.invoke(FakeHosts.call("sleeps", "{}"), false);
        assertTrue(tools.started.await(20, TimeUnit.SECONDS));
        open.close();
        assertTrue(tools.interrupted.await(20, TimeUnit.SECONDS));
    }

    @Test
    void closingTheHubEndsTheHost() throws Exception {
        ToolHost open = hub.host("mine", tools);
        hub.close();
        open.ended().get(20, TimeUnit.SECONDS);
    }
}
