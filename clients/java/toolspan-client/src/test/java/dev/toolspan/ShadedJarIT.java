package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is published, alone in a class loader, against a server that uses the original libraries. */
@Timeout(60)
class ShadedJarIT {
    private static final File JAR = new File(System.getProperty("toolspan.jar"));

    @TempDir
    Path directory;

    private static URLClassLoader loader() throws Exception {
        return new URLClassLoader(new URL[] {JAR.toURI().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    private static List<String> entries() throws Exception {
        try (JarFile jar = new JarFile(JAR)) {
            return jar.stream().map(JarEntry::getName).toList();
        }
    }

    @Test
    void callsOverBothTransports() throws Exception {
        try (FakeSidecar unix = FakeSidecar.unix(directory.resolve("s.sock"));
                FakeSidecar tcp = FakeSidecar.tcp();
                URLClassLoader loader = loader()) {
            Class<?> toolspan = loader.loadClass("dev.toolspan.Toolspan");
            for (FakeSidecar sidecar : List.of(unix, tcp)) {
                Object hub = toolspan.getMethod("connect", String.class).invoke(null, sidecar.address);
                Method call = toolspan.getMethod("call", String.class, Map.class);
                Object response = call.invoke(hub, "echo", Map.of("n", 9007199254740993L, "f", 1.0));
                Object result = response.getClass().getMethod("result").invoke(response);
                assertEquals(Map.of("n", 9007199254740993L, "f", 1.0), result);
                toolspan.getMethod("close").invoke(hub);
            }
        }
    }

    @Test
    void theNativeLibrariesLoadUnderTheirNewNames() throws Exception {
        String netty = "dev.toolspan.shaded.io.grpc.netty.shaded.io.netty.";
        try (URLClassLoader loader = loader()) {
            for (String type : List.of("channel.epoll.Epoll", "handler.ssl.OpenSsl")) {
                loader.loadClass(netty + type).getMethod("ensureAvailability").invoke(null);
            }
        }
        assertTrue(entries().stream()
                .filter(name -> name.startsWith("META-INF/native/") && !name.endsWith("/"))
                .allMatch(name -> name.contains("dev_toolspan_shaded_io_grpc_netty_shaded_")));
    }

    @Test
    void nothingOfOthersLiesInTheOpen() throws Exception {
        List<String> open = entries().stream()
                .filter(name -> name.endsWith(".class") && !name.startsWith("dev/toolspan/"))
                .toList();
        assertEquals(List.of(), open);
        List<String> services = entries().stream()
                .filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
                .filter(name -> !name.startsWith("META-INF/services/dev.toolspan.shaded."))
                .toList();
        assertEquals(List.of(), services);
    }

    @Test
    void thePublicTypesShowNothingOfOthers() throws Exception {
        List<String> shown = new ArrayList<>();
        try (URLClassLoader loader = loader()) {
            for (String name : entries()) {
                if (name.matches("dev/toolspan/[^/]+\\.class")) {
                    Class<?> type = loader.loadClass(name.replace('/', '.').replace(".class", ""));
                    for (Method method : type.getDeclaredMethods()) {
                        collect(method, shown);
                        shown.add(method.getGenericReturnType().getTypeName());
                    }
                    for (Executable constructor : type.getDeclaredConstructors()) {
                        collect(constructor, shown);
                    }
                }
            }
        }
        assertTrue(shown.size() > 50);
        assertEquals(List.of(), shown.stream().filter(type -> type.contains(".shaded.")).toList());
    }

    private static void collect(Executable member, List<String> shown) {
        if (Modifier.isPublic(member.getModifiers())) {
            for (var type : member.getGenericParameterTypes()) {
                shown.add(type.getTypeName());
            }
        }
    }

    @Test
    void aProgramThatForgetsToCloseExits() throws Exception {
        try (FakeSidecar sidecar = FakeSidecar.unix(directory.resolve("s.sock"))) {
            Path source = directory.resolve("Forgetful.java");
            java.nio.file.Files.writeString(source, """
                    public class Forgetful {
                        public static void main(String[] args) {
                            var hub = dev.toolspan.Toolspan.connect(args[0]);
                            hub.callAsync("hang", null);
                            hub.watchTools(list -> { });
                            System.out.print(hub.call("echo", java.util.Map.of("a", 1)).modelText());
                        }
                    }
                    """);
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            Process process = new ProcessBuilder(
                            java.toString(), "-cp", JAR.getPath(), source.toString(), sidecar.address)
                    .redirectErrorStream(true)
                    .start();
            boolean exited = process.waitFor(40, TimeUnit.SECONDS);
            if (!exited) {
                process.destroyForcibly();
            }
            assertTrue(exited);
            String output = new String(process.getInputStream().readAllBytes());
            assertEquals("{\"a\":1}", output);
        }
    }
}
