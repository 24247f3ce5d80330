package dev.toolspan.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "unix:/p/s.sock, unix:/p/s.sock",
        "unix:///p/s.sock, unix:/p/s.sock",
        "localhost:1234, localhost:1234",
        "127.0.0.1:1, 127.0.0.1:1",
        "[::1]:50051, [::1]:50051",
        "sidecar.example.org:443, sidecar.example.org:443",
    })
    void knownForms(String text, String form) {
        assertEquals(form, Address.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "unix:", "unix:s.sock", "unix://host/p", "::1:80", "h:0", "h:65536", "h:x",
        "http://h:1"})
    void otherFormsAreShownTheKnownOnes(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Address.parse(text)).getMessage();
        assertTrue(message.contains("unix:/path/to.sock") && message.contains("[::1]:port"), message);
    }

    @Test
    void aPathThatTheSystemWouldCutIsRefused() {
        assertEquals(112, Address.parse("unix:/" + "x".repeat(106)).toString().length());
        String message = assertThrows(IllegalArgumentException.class, () -> Address.parse("unix:/" + "x".repeat(107)))
                .getMessage();
        assertTrue(message.endsWith("has 108 bytes; the system allows 107."), message);
    }

    @ParameterizedTest
    @CsvSource({"localhost:1, true", "127.1.2.3:1, true", "[::1]:1, true", "127.example.org:1, false",
        "10.0.0.1:1, false"})
    void loopback(String text, boolean loopback) {
        assertEquals(loopback, ((Address.Tcp) Address.parse(text)).isLoopback());
    }

    @Test
    void theEnvironmentNamesTheDefault() {
        assertEquals("unix:/tmp/toolspan-7/toolspan.sock", address(Map.of()));
        assertEquals("unix:/run/me/toolspan-7/toolspan.sock", address(Map.of("XDG_RUNTIME_DIR", "/run/me")));
        assertEquals("h:1", address(Map.of("TOOLSPAN_ADDRESS", "h:1")));
    }

    private static String address(Map<String, String> environment) {
        return new Surroundings(environment, 7).address(null).toString();
    }

    @Test
    void tokens(@TempDir Path runtime) throws Exception {
        Path directory = Files.createDirectory(runtime.resolve("toolspan-7"));
        Files.writeString(directory.resolve("__1_5.token"), " six \n");
        Files.writeString(directory.resolve("localhost_6.token"), "local");
        Files.writeString(directory.resolve("127.0.0.1_6.token"), "four");
        Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", runtime.toString());
        Surroundings surroundings = new Surroundings(environment, 7);
        assertEquals("six", surroundings.token(null, Address.parse("[::1]:5")));
        assertEquals("six", surroundings.token(null, Address.parse("localhost:5")));
        assertEquals("local", surroundings.token(null, Address.parse("localhost:6")));
        assertEquals("four", surroundings.token(null, Address.parse("[::1]:6")));
        assertEquals("own", surroundings.token("own", Address.parse("localhost:6")));
        assertNull(surroundings.token(null, Address.parse("10.0.0.1:6")));
        assertNull(surroundings.token(null, Address.parse("unix:/p")));
        Surroundings set = new Surroundings(Map.of("TOOLSPAN_TOKEN", "set"), 7);
        assertEquals("set", set.token(null, Address.parse("unix:/p")));
    }
}
