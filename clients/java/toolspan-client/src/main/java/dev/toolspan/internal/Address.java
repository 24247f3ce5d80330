package dev.toolspan.internal;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a sidecar listens. */
public sealed interface Address {
    /** What the system lets a socket path have. */
    int MAX_PATH_BYTES = 107;

    Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");
    Pattern UNIX = Pattern.compile("unix:(?://)?(/(?!/)[^\\x00]+)");
    Pattern TCP = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+(?:%[^\\]]+)?)]|([^:\\[\\]/\\s]+)):([0-9]{1,5})");

    /** A Unix socket. */
    record Unix(String path) implements Address {
        @Override
        public String toString() {
            return "unix:" + path;
        }
    }

    /** A TCP port; an IPv6 host has no brackets here. */
    record Tcp(String host, int port) implements Address {
        boolean isLoopback() {
            return LOOPBACK.contains(host) || host.startsWith("127.") && host.matches("[0-9.]+");
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** Reads an address; an unknown form is an IllegalArgumentException that shows the known ones. */
    static Address parse(String text) {
        Matcher unix = UNIX.matcher(text);
        if (unix.matches()) {
            return unix(unix.group(1));
        }
        Matcher tcp = TCP.matcher(text);
        if (tcp.matches()) {
            int port = Integer.parseInt(tcp.group(3));
            if (port >= 1 && port <= 65535) {
                return new Tcp(tcp.group(1) != null ? tcp.group(1) : tcp.group(2), port);
            }
        }
        throw new IllegalArgumentException("Bad address \"" + text
                + "\": use unix:/path/to.sock, unix:///path/to.sock, host:port or [::1]:port.");
    }

    // a longer path would be cut silently, and reach another socket
    private static Address unix(String path) {
        int bytes = path.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_PATH_BYTES) {
            throw new IllegalArgumentException(Texts.pathTooLong(path, bytes, MAX_PATH_BYTES));
        }
        return new Unix(path);
    }
}
