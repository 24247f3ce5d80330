package dev.toolspan.internal;

import dev.toolspan.v1.Hello;
import io.grpc.Metadata;

/** How this client introduces itself (C8.4). */
final class Protocol {
    static final int LEVEL = 1;
    static final String SDK_VERSION = "0.1.0";
    static final String LANGUAGE = "java";

    private static final Metadata.Key<String> AUTHORIZATION = key("authorization");

    private Protocol() {
    }

    static Hello hello() {
        return Hello.newBuilder()
                .setProtocolMin(LEVEL)
                .setProtocolMax(LEVEL)
                .setSdkVersion(SDK_VERSION)
                .setLanguage(LANGUAGE)
                .build();
    }

    /** The metadata of every call; the token may be null. */
    static Metadata metadata(String token) {
        Metadata metadata = new Metadata();
        metadata.put(key("toolspan-protocol"), LEVEL + "-" + LEVEL);
        metadata.put(key("toolspan-sdk"), SDK_VERSION);
        metadata.put(key("toolspan-language"), LANGUAGE);
        if (token != null) {
            metadata.put(AUTHORIZATION, "Bearer " + token);
        }
        return metadata;
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
