package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolHost;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

/** Host processes of the jar as it is published, at the real sidecar, which scripts/setup builds. */
@Timeout(120)
class HostProcessIT {
    private static final Path JAR = Path.of(System.getProperty("toolspan.jar"));
    private static final Path MODULE = JAR.getParent().getParent();
    private static final String SIDECAR = MODULE.resolve("../../../bin/toolspan").normalize().toString();

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private String address;

    @BeforeEach
    void serve() throws IOException {
        address = "unix:" + folder.resolve("s.sock");
        ready(start(SIDECAR, "serve", "--listen", address));
    }

    @AfterEach
    void stop() throws InterruptedException {
        processes.forEach(Process::destroyForcibly);
        for (Process process : processes) {
            process.waitFor();
        }
    }

    private Process start(String... command) throws IOException {
        File log = folder.resolve("log-" + processes.size()).toFile();
        Process process = new ProcessBuilder(command).redirectError(log).start();
        processes.add(process);
        return process;
    }

    private Process main(String... arguments) throws IOException {
        String path = JAR + File.pathSeparator + JAR.resolveSibling("test-classes");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"), "-cp", path, "dev.toolspan.host.Main"));
        command.addAll(List.of(arguments));
        return start(command.toArray(String[]::new));
    }

    private Process host() throws IOException {
        return main("dev.toolspan.host.OfferedTools", "--source", "offered", "--address", address);
    }

    private static String ready(Process process) throws IOException {
        String line = output(process).readLine();
        assertTrue(line != null && line.startsWith("{\"ready\":1,"), () -> "no ready line: " + line);
        return line;
    }

    private static BufferedReader output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log-" + (processes.size() - 1)));
    }

    @Test
    void aHostProcessServesUntilItIsToldToStop() throws Exception {
        Process host = host();
        assertEquals(
                "{\"ready\":1,\"source\":\"offered\",\"tools\":[\"offered.asks\",\"offered.exits\",\"offered.pid\","
                        + "\"offered.prints\",\"offered.sleeps\"],\"pid\":" + host.pid() + "}",
                ready(host));
        try (Toolspan hub = Toolspan.connect(address)) {
            assertEquals(host.pid(), ((Number) hub.call("pid", Map.of()).result()).longValue());
            assertEquals("printed", hub.call("prints", Map.of()).result());
            CompletableFuture<ToolResponse> sleeping = hub.callAsync("sleeps", Map.of("ms", 1_500));
            hub.call("pid", Map.of());
            host.toHandle().destroy();
            assertEquals("slept", sleeping.get(30, TimeUnit.SECONDS).result());
            assertEquals(0, host.waitFor());
            assertEquals(null, output(host).readLine());
            assertTrue(log().contains("from"));
            assertEquals(FaultKind.UNKNOWN_TOOL, hub.call("pid", Map.of()).fault().kind());
        }
    }

    @Test
    void aToolThatExitsCostsItsOwnHostsCalls() throws Exception {
        Process host = host();
        ready(host);
        try (Toolspan hub = Toolspan.connect(address);
                ToolHost other = hub.host("here", HostTool.builder("lives").run((args, context) -> true))) {
            assertEquals(FaultKind.HOST_LOST, hub.call("exits", Map.of("code", 3)).fault().kind());
            assertEquals(3, host.waitFor());
            assertEquals(true, hub.call("here.lives", Map.of()).result());
        }
    }

    @Test
    void processesCallEachOther() throws Exception {
        Process host = host();
        ready(host);
        try (Toolspan hub = Toolspan.connect(address);
                ToolHost here = hub.host(
                        "here",
                        HostTool.builder("self").run((args, context) -> context.depth() + ":" + ProcessHandle.current().pid()))) {
            ToolResponse self = hub.call("offered.asks", Map.of("tool", "here.self", "args", Map.of()));
            assertEquals("1:" + ProcessHandle.current().pid(), self.result());
            ToolResponse missing = hub.call("offered.asks", Map.of("tool", "nowhere", "args", Map.of()));
            assertEquals(FaultKind.UNKNOWN_TOOL, missing.fault().kind());
            assertNotEquals(host.pid(), ProcessHandle.current().pid());
            assertEquals(List.of("here.self"), here.tools());
        }
    }

    @Test
    void aTimeoutAndACancelReachTheTool() throws Exception {
        CountDownLatch stopped = new CountDownLatch(2);
        CountDownLatch started = new CountDownLatch(2);
        HostTool sleeps = HostTool.builder("sleeps").run((args, context) -> {
            try (CancelToken.Registration told = context.cancelToken().onCancel(stopped::countDown)) {
                started.countDown();
                Thread.sleep(60_000);
                return told;
            }
        });
        try (Toolspan hub = Toolspan.connect(address); ToolHost here = hub.host("here", sleeps)) {
            assertFalse(here.tools().isEmpty());
            ToolResponse late = hub.call("sleeps", Map.of(), CallOptions.none().timeout(Duration.ofSeconds(3)));
            assertEquals(FaultKind.TIMEOUT, late.fault().kind());
            CancelToken token = new CancelToken();
            CompletableFuture<ToolResponse> call = hub.callAsync("sleeps", Map.of(), CallOptions.none().cancel(token));
            assertTrue(started.await(30, TimeUnit.SECONDS));
            token.cancel();
            assertEquals(FaultKind.CANCELLED, call.get(30, TimeUnit.SECONDS).fault().kind());
            assertTrue(stopped.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void mistakesAreSaid() throws Exception {
        assertEquals(2, main("--sauce", "x").waitFor());
        assertTrue(log().contains("there is no option --sauce"));
        assertEquals(2, main("no.such.Tools", "--address", address).waitFor());
        assertTrue(log().contains("there is no class no.such.Tools on the class path"));
        assertEquals(1, main("dev.toolspan.host.OfferedTools", "--address", "127.0.0.1:1").waitFor());
        assertTrue(log().contains("Cannot reach the Toolspan sidecar"));
        Process help = main("--help");
        assertTrue(output(help).readLine().startsWith("Offers the tools"));
        assertEquals(0, help.waitFor());
    }
}
