package dev.toolspan.junit;

import dev.toolspan.Toolspan;
import dev.toolspan.host.ToolHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real sidecar for the tests of a class (a static {@code @RegisterExtension} field), or for each test (a field of the
 * instance): started with tools or canned answers, and ended with all that it hosts.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ToolspanSidecar sidecar = ToolspanSidecar.withTools(new Weather()).with("forecast", Answer.fails("no such city"));
 * }</pre>
 *
 * <p>The program is the system property {@code toolspan.bin}, else {@code TOOLSPAN_BIN}, {@code node_modules/.bin/toolspan}
 * in the working folder or above it, {@code toolspan} on the PATH, or what npx has installed. Tests may run side by side.
 */
public final class ToolspanSidecar
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    /** Who offers the tools: their full names are {@code test.NAME}. */
    public static final String SOURCE = "test";

    private final List<Consumer<Running>> steps = new ArrayList<>();
    private Running running;
    private int users;

    private ToolspanSidecar() {}

    private record Running(List<String> command, SidecarProcesses processes, String address, Toolspan hub) {
        private static Running start() {
            List<String> command = SidecarCommand.find(
                    System.getProperty(SidecarCommand.PROPERTY), System.getenv(), Path.of("").toAbsolutePath());
            SidecarProcesses processes = new SidecarProcesses();
            try {
                String address = "unix:" + processes.folder().resolve("s.sock");
                List<String> serve = new ArrayList<>(command);
                serve.addAll(List.of("serve", "--listen", address, "--with-parent", "--grace", "1"));
                processes.start(serve);
                return new Running(command, processes, address, Toolspan.connect(address));
            } catch (RuntimeException | Error e) {
                processes.close();
                throw e;
            }
        }

        private void offerFile(Path file) {
            boolean isPython = file.toString().endsWith(".py");
            List<String> host = new ArrayList<>(isPython ? List.of(python(), "-m", "toolspan") : command);
            host.addAll(List.of("host", file.toAbsolutePath().toString(), "--address", address));
            processes.start(host);
        }

        private static String python() {
            String named = System.getProperty("toolspan.python", System.getenv("TOOLSPAN_PYTHON"));
            return named == null ? "python3" : named;
        }
    }

    /** A sidecar without tools. */
    public static ToolspanSidecar empty() {
        return new ToolspanSidecar();
    }

    /** A sidecar with tools of this process: objects with {@code @Tool} methods, {@code HostTool}s or {@code ToolSet}s. */
    public static ToolspanSidecar withTools(Object... tools) {
        ToolspanSidecar made = empty();
        made.steps.add(running -> running.hub().host(SOURCE, tools));
        return made;
    }

    /** A sidecar with one tool whose answers are decided. */
    public static ToolspanSidecar withCanned(String name, Object... answers) {
        return empty().with(name, answers);
    }

    /** A sidecar with the tools of a TypeScript, JavaScript or Python file, in a process of their own. */
    public static ToolspanSidecar withFile(Path file) {
        ToolspanSidecar made = empty();
        made.steps.add(running -> running.offerFile(file));
        return made;
    }

    /** From each start on also a tool whose answers are decided; they are as in {@link #canned}. */
    public ToolspanSidecar with(String name, Object... answers) {
        steps.add(started -> offer(started, new Canned(name, answers)));
        return this;
    }

    /** Where it listens. */
    public String address() {
        return running().address();
    }

    /** A connection to it, for all tests. */
    public Toolspan hub() {
        return running().hub();
    }

    /** What the sidecar and the hosts of files wrote. */
    public String log() {
        return running().processes().log();
    }

    /** Offers more tools of this process, until what comes back is closed or the sidecar ends. */
    public ToolHost offer(Object... tools) {
        return hub().host(SOURCE, tools);
    }

    /** Offers the tools of a file, as {@link #withFile} does. */
    public void offerFile(Path file) {
        running().offerFile(file);
    }

    /**
     * Offers a tool that takes any arguments and gives these answers, one a call, the last one again and again, until it is
     * closed or the sidecar ends.
     *
     * @param answers each an {@link Answer}, or what the tool returns; an exception is thrown
     */
    public Canned canned(String name, Object... answers) {
        return offer(running(), new Canned(name, answers));
    }

    private static Canned offer(Running running, Canned canned) {
        canned.offeredBy(running.hub().host(SOURCE, canned.tool()));
        return canned;
    }

    private synchronized Running running() {
        if (running == null) {
            throw new IllegalStateException("The sidecar does not run: is its field annotated with @RegisterExtension?");
        }
        return running;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        use();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        use();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        release();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        release();
    }

    // nested classes and tests side by side use one sidecar: the first starts it, the last ends it
    private synchronized void use() {
        if (running == null) {
            Running started = Running.start();
            try {
                steps.forEach(step -> step.accept(started));
            } catch (RuntimeException | Error e) {
                end(started);
                throw e;
            }
            running = started;
        }
        users++;
    }

    private synchronized void release() {
        if (users == 0 || --users > 0) {
            return;
        }
        Running last = running;
        running = null;
        end(last);
    }

    private static void end(Running running) {
        try {
            running.hub().close();
        } finally {
            running.processes().close();
        }
    }
}
