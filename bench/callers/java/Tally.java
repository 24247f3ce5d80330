package dev.toolspan.bench;

import java.util.Arrays;
import java.util.stream.LongStream;

/** What one lane saw; only one thread at a time writes it. */
final class Tally {
    private long[] latencies = new long[64];
    private int count;
    long ops;
    long failed;
    String error;

    synchronized void answered(long sent, int right, int batch) {
        if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
        }
        latencies[count++] = System.nanoTime() - sent;
        ops += right;
        failed += batch - right;
        if (right < batch && error == null) {
            error = "a wrong answer";
        }
    }

    synchronized void failed(Throwable thrown, int batch) {
        failed += batch;
        if (error == null) {
            error = thrown.toString();
        }
    }

    synchronized LongStream latencies() {
        return Arrays.stream(latencies, 0, count);
    }
}
