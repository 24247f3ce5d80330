package dev.toolspan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * How to reach the sidecar.
 *
 * @param address {@code unix:/path}, {@code host:port} or {@code [::1]:port}; null means {@code TOOLSPAN_ADDRESS}, or
 *     the user's own default socket
 * @param token the bearer token; null means {@code TOOLSPAN_TOKEN}, or for a local TCP address the sidecar's token file
 * @param tls certificates; a field that is null means {@code TOOLSPAN_TLS_CA}, {@code TOOLSPAN_TLS_CERT} or
 *     {@code TOOLSPAN_TLS_KEY}
 * @param connectTimeout the most time that connecting may take, each time
 * @param transport how calls travel; {@link Transport#UNARY} is for comparisons and for what is between that knows no
 *     long streams
 */
public record ConnectOptions(String address, String token, Tls tls, Duration connectTimeout, Transport transport) {
    private static final ConnectOptions DEFAULTS =
            new ConnectOptions(null, null, new Tls(null, null, null), Duration.ofSeconds(5), Transport.STREAM);

    /**
     * Certificates in PEM files. Addresses off loopback always use TLS; loopback ones do when {@code ca} is given.
     *
     * @param ca who vouches for the sidecar; null means the system's authorities
     * @param certificate the caller's own chain, for mutual TLS, or null
     * @param key the private key of that chain, or null
     */
    public record Tls(Path ca, Path certificate, Path key) {
    }

    public ConnectOptions {
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(transport, "transport");
        if (connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("the connect timeout must be positive");
        }
    }

    /** Everything from the environment, and five seconds. */
    public static ConnectOptions defaults() {
        return DEFAULTS;
    }

    public ConnectOptions address(String text) {
        return new ConnectOptions(text, token, tls, connectTimeout, transport);
    }

    public ConnectOptions token(String secret) {
        return new ConnectOptions(address, secret, tls, connectTimeout, transport);
    }

    public ConnectOptions tls(Tls certificates) {
        return new ConnectOptions(address, token, certificates, connectTimeout, transport);
    }

    public ConnectOptions connectTimeout(Duration most) {
        return new ConnectOptions(address, token, tls, most, transport);
    }

    public ConnectOptions transport(Transport way) {
        return new ConnectOptions(address, token, tls, connectTimeout, way);
    }

    @Override
    public String toString() {
        return "ConnectOptions[" + address + ", " + connectTimeout + "]";
    }
}
