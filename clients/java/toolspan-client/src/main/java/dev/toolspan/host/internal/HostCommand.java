package dev.toolspan.host.internal;

import dev.toolspan.ConnectOptions;
import dev.toolspan.Toolspan;
import dev.toolspan.ToolspanException;
import dev.toolspan.host.HostOptions;
import dev.toolspan.host.ToolHost;
import dev.toolspan.internal.Surroundings;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/** The process of {@link dev.toolspan.host.Main}. Standard output says one line, that it is ready; all else is a log. */
public final class HostCommand {
    private static final String HELP = """
            Offers the tools of Java classes to the sidecar, until it is told to stop.

            Usage: java -cp toolspan-client.jar:my.jar dev.toolspan.host.Main CLASS… [OPTIONS]

              CLASS                a class with methods that are a @Tool, or a dev.toolspan.host.ToolSet; where it is
                                   not all static, it needs a constructor without parameters
              --source NAME        who offers the tools: their full names are NAME.tool (default: the simple name of
                                   each class)
              --address ADDRESS    unix:/path or host:port of the sidecar (default: $TOOLSPAN_ADDRESS, or your own socket)
              --token TOKEN        what a TCP address asks for (default: $TOOLSPAN_TOKEN, or the sidecar's token file)
              --max-in-flight N    the most invocations that run at once (default: 64)

            A tool:

                public final class Weather {
                    @Tool(description = "The weather of a city now.")
                    public Map<String, Object> now(@Param(description = "its name") String city) { … }
                }

            Compile with javac -parameters, or name each parameter: @Param("city") String city. Then:

                javac -parameters -cp toolspan-client.jar -d my Weather.java
                java -cp toolspan-client.jar:my dev.toolspan.host.Main Weather

            When the tools can be called, one line of JSON stands on standard output:
                {"ready":1,"source":"Weather","tools":["Weather.now"],"pid":…}
            What tools print goes to standard error. SIGTERM lets what runs end, for 8 seconds at most.
            Exit: 0 stopped, 1 no sidecar or none that takes the tools, 2 a mistake in the arguments or the tools.
            """;

    private HostCommand() {
    }

    public static void run(String[] args) {
        PrintStream out = System.out;
        // standard output is the ready line's
        System.setOut(System.err);
        HostArguments arguments;
        try {
            arguments = HostArguments.of(args);
        } catch (IllegalArgumentException mistake) {
            exit(2, mistake.getMessage() + "; --help says more");
            return;
        }
        if (arguments.help()) {
            out.print(HELP);
            out.flush();
            return;
        }
        host(arguments, out);
    }

    private static void host(HostArguments arguments, PrintStream out) {
        try (Toolspan hub = connect(arguments)) {
            HostOptions options = HostOptions.defaults().source(arguments.source());
            int most = arguments.maxInFlight();
            ToolHost host = hub.host(most == 0 ? options : options.maxInFlight(most), classes(arguments.classes()));
            stopOnSignal(host);
            if (isSupervised()) {
                stopWithParent(host);
            } else {
                out.println(ready(host.tools()));
                out.flush();
            }
            host.ended().join();
        } catch (ToolspanException unserved) {
            exit(1, unserved.getMessage());
        } catch (IllegalArgumentException mistake) {
            exit(2, mistake.getMessage());
        }
        System.exit(0);
    }

    private static Toolspan connect(HostArguments arguments) {
        return Toolspan.connect(ConnectOptions.defaults().address(arguments.address()).token(arguments.token()));
    }

    private static Object[] classes(List<String> names) {
        List<Object> classes = new ArrayList<>();
        for (String name : names) {
            try {
                classes.add(Class.forName(name, true, Thread.currentThread().getContextClassLoader()));
            } catch (ClassNotFoundException missing) {
                throw new IllegalArgumentException("there is no class " + name + " on the class path", missing);
            } catch (LinkageError broken) {
                Throwable cause = broken.getCause() == null ? broken : broken.getCause();
                throw new IllegalArgumentException("the class " + name + " cannot be loaded: " + cause, broken);
            }
        }
        return classes.toArray();
    }

    private static String ready(List<String> tools) {
        List<String> sources = tools.stream().map(tool -> tool.substring(0, tool.indexOf('.'))).distinct().toList();
        return Json.write(Json.schema(
                "ready", 1,
                "source", String.join(", ", sources),
                "tools", tools,
                "pid", ProcessHandle.current().pid()));
    }

    // a shutdown hook would also run, and wait for itself, when a tool calls System.exit
    private static void stopOnSignal(ToolHost host) {
        AtomicBoolean told = new AtomicBoolean();
        for (String name : List.of("TERM", "INT")) {
            Signal.handle(new Signal(name), signal -> {
                if (told.getAndSet(true)) {
                    Runtime.getRuntime().halt(1);
                }
                host.close();
            });
        }
    }

    private static boolean isSupervised() {
        return !Surroundings.ofProcess().hostId().isEmpty();
    }

    // the sidecar that started this process holds the other end
    private static void stopWithParent(ToolHost host) {
        Thread reader = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    continue;
                }
            } catch (IOException gone) {
                // as good as the end of the file
            }
            host.close();
        }, "toolspan-parent");
        reader.setDaemon(true);
        reader.start();
    }

    private static void exit(int code, String message) {
        System.err.println("toolspan host: " + message);
        System.exit(code);
    }
}
