package dev.toolspan.bench;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How calls are made over one connection. */
interface Way extends AutoCloseable {
    /** How many calls one {@link #call} makes. */
    default int batch() {
        return 1;
    }

    /** Makes the calls numbered from n; the answer is how many were answered rightly. */
    int call(long n) throws Exception;

    /** As {@link #call}, without waiting. */
    default CompletableFuture<Integer> callAsync(long n) {
        throw new UnsupportedOperationException("no futures here");
    }

    @Override
    void close();

    /** The text that makes arguments of a size. */
    static String textOf(int bytes) {
        String words = "the quick brown fox jumps over the lazy dog and runs away; ";
        return words.repeat(bytes / words.length() + 1).substring(0, bytes - 24);
    }

    /** Whether an answer is what was sent. */
    static boolean isEcho(Object value, String text, long n) {
        return value instanceof Map<?, ?> map
                && map.get("n") instanceof Number number
                && number.longValue() == n
                && map.get("text") instanceof String answer
                && answer.length() == text.length();
    }
}
