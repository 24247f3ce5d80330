package dev.toolspan.internal;

import dev.toolspan.ConnectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** What the process's environment says about the sidecar; the only reader of it (C8.3). */
public final class Surroundings {
    private final Map<String, String> environment;
    private final Path directory;

    /** A given environment and user id. */
    Surroundings(Map<String, String> environment, int userId) {
        this.environment = environment;
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        this.directory = Path.of(runtime.isEmpty() ? "/tmp" : runtime, "toolspan-" + userId);
    }

    /** The environment of this process. */
    public static Surroundings ofProcess() {
        return new Surroundings(System.getenv(), userId());
    }

    private static int userId() {
        for (String owned : new String[] {"/proc/self", System.getProperty("user.home")}) {
            try {
                return (Integer) Files.getAttribute(Path.of(owned), "unix:uid");
            } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
                continue;
            }
        }
        return 0;
    }

    Address address(String given) {
        String text = given != null ? given : read("TOOLSPAN_ADDRESS");
        return Address.parse(text != null ? text : "unix:" + directory.resolve("toolspan.sock"));
    }

    /** The token for an address, or null; a token file may change with each sidecar. */
    String token(String given, Address address) {
        String token = given != null ? given : read("TOOLSPAN_TOKEN");
        if (token != null || !(address instanceof Address.Tcp tcp)) {
            return token;
        }
        Stream<String> hosts = tcp.isLoopback()
                ? Stream.of(tcp.host(), "127.0.0.1", "localhost", "::1")
                : Stream.of(tcp.host());
        return hosts.distinct()
                .map(host -> host.replaceAll("[^A-Za-z0-9.-]", "_") + "_" + tcp.port() + ".token")
                .map(name -> contents(directory.resolve(name)))
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
    }

    private static String contents(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? null : text;
        } catch (IOException absent) {
            return null;
        }
    }

    ConnectOptions.Tls tls(ConnectOptions.Tls given) {
        return new ConnectOptions.Tls(
                path(given.ca(), "TOOLSPAN_TLS_CA"),
                path(given.certificate(), "TOOLSPAN_TLS_CERT"),
                path(given.key(), "TOOLSPAN_TLS_KEY"));
    }

    private Path path(Path given, String variable) {
        String text = read(variable);
        return given != null || text == null ? given : Path.of(text);
    }

    /** The id that the sidecar gave to a host process which it started; empty otherwise. */
    public String hostId() {
        return environment.getOrDefault("TOOLSPAN_HOST_ID", "");
    }

    private String read(String variable) {
        String value = environment.get(variable);
        return value == null || value.isEmpty() ? null : value;
    }
}
