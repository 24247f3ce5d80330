package dev.toolspan.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A sidecar, the hosts of files beside it, and the folder of both; closing ends and removes all. */
final class SidecarProcesses implements AutoCloseable {
    private static final int START_SECONDS = 30;
    private static final int STOP_SECONDS = 5;
    private static final int MOST_LOG = 3000;
    private final Path folder;
    private final List<Process> started = new ArrayList<>();
    // the program ends with this one by itself; what runs it, or a host of a file, may not
    private final Thread hook = new Thread(this::end, "toolspan-junit-end");

    SidecarProcesses() {
        try {
            // short: a socket path has at most 107 bytes
            Path base = Path.of("/tmp");
            folder = Files.isDirectory(base) ? Files.createTempDirectory(base, "tsp-") : Files.createTempDirectory("tsp-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path folder() {
        return folder;
    }

    String log() {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".log")).sorted().toList()) {
                all.append(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString();
    }

    /** Starts a program, and returns when it says that it is ready. */
    synchronized void start(List<String> command) {
        Path log = folder.resolve(started.size() + ".log");
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("TOOLSPAN_"));
            builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
            process = builder.start();
        } catch (IOException e) {
            throw new NoSidecarException(command.get(0) + " cannot be run: " + e.getMessage(), e);
        }
        started.add(process);
        CompletableFuture<String> first = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(process, first), "toolspan-junit-output");
        reader.setDaemon(true);
        reader.start();
        String line = null;
        try {
            line = first.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // told below
        }
        if (line == null || !line.startsWith("{\"ready\":1,")) {
            end(process);
            throw new NoSidecarException("`" + String.join(" ", command) + "` was not ready within " + START_SECONDS + " s.\n"
                    + tail(log));
        }
    }

    private static void read(Process process, CompletableFuture<String> first) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            first.complete(output.readLine());
            while (output.readLine() != null) {
                // nobody waits for room in the pipe
            }
        } catch (IOException e) {
            first.complete(null);
        }
    }

    private static String tail(Path log) {
        try {
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
            return text.substring(Math.max(0, text.length() - MOST_LOG));
        } catch (IOException e) {
            return "";
        }
    }

    private synchronized void end() {
        for (int i = started.size() - 1; i >= 0; i--) {
            end(started.get(i));
        }
        started.clear();
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // it is gone, or the system's to remove
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> all =
                Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        for (ProcessHandle each : all) {
            try {
                each.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
                each.destroyForcibly();
            } catch (ExecutionException | TimeoutException e) {
                each.destroyForcibly();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook runs already, and finds nothing to do
        }
    }
}
