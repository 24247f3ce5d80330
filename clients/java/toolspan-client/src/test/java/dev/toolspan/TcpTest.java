package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.TlsServerCredentials;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TcpTest {
    private static final String PASSWORD = "password";

    @TempDir
    Path directory;

    @Test
    void plainOnLoopback() throws Exception {
        try (FakeSidecar sidecar = FakeSidecar.tcp(); Toolspan hub = Toolspan.connect(sidecar.address)) {
            assertTrue(hub.call("echo", Map.of()).success());
            assertEquals(2, hub.callAll(List.of(Call.of("echo", null), Call.of("echo", null))).size());
        }
    }

    @Test
    void encryptedWhereAnAuthorityIsGiven() throws Exception {
        Path store = directory.resolve("store.p12");
        Path certificate = directory.resolve("ca.pem");
        keytool("-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
                "san=ip:127.0.0.1,dns:localhost", "-keystore", store.toString(), "-storepass", PASSWORD);
        keytool("-exportcert", "-rfc", "-alias", "a", "-file", certificate.toString(), "-keystore", store.toString(),
                "-storepass", PASSWORD);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        var credentials = TlsServerCredentials.newBuilder().keyManager(managers.getKeyManagers()).build();
        try (FakeSidecar sidecar = FakeSidecar.tcp(credentials)) {
            ConnectOptions options = ConnectOptions.defaults().address(sidecar.address);
            try (Toolspan hub = Toolspan.connect(options.tls(new ConnectOptions.Tls(certificate, null, null)))) {
                assertTrue(hub.call("echo", Map.of()).success());
            }
            assertThrows(CannotReachException.class,
                    () -> Toolspan.connect(options.connectTimeout(Duration.ofMillis(500))));
        }
        Path missing = directory.resolve("missing.pem");
        ConnectOptions wrong =
                ConnectOptions.defaults().address("localhost:1").tls(new ConnectOptions.Tls(missing, null, null));
        assertThrows(IllegalArgumentException.class, () -> Toolspan.connect(wrong));
    }

    private static void keytool(String... arguments) throws Exception {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        java.util.stream.Stream.concat(java.util.stream.Stream.of(tool.toString()),
                                java.util.Arrays.stream(arguments)).toList())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }
}
