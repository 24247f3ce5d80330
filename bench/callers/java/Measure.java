package dev.toolspan.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps calls in flight for some time and tells what came back. */
final class Measure {
    private static final long FIRST_NUMBER = 1_000_000;

    /** Where answers are taken: one thread, as an event loop has. */
    private static final Executor LOOP = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "answers");
        thread.setDaemon(true);
        return thread;
    });

    private Measure() {
    }

    /** A thread a call in flight. */
    static Map<String, Object> inThreads(Way way, int inFlight, long ms) throws InterruptedException {
        AtomicLong numbers = new AtomicLong(FIRST_NUMBER);
        List<Tally> tallies = tallies(Math.max(1, inFlight / way.batch()));
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (Tally tally : tallies) {
            Thread thread = new Thread(() -> lane(way, tally, numbers, go, ms));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        long started = System.nanoTime();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return reply(tallies, System.nanoTime() - started);
    }

    private static void lane(Way way, Tally tally, AtomicLong numbers, CountDownLatch go, long ms) {
        try {
            go.await();
            long until = System.nanoTime() + ms * 1_000_000;
            do {
                long sent = System.nanoTime();
                try {
                    tally.answered(sent, way.call(numbers.getAndAdd(way.batch())), way.batch());
                } catch (Exception error) {
                    tally.failed(error, way.batch());
                    Thread.sleep(1);
                }
            } while (System.nanoTime() < until);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    /** A future a call in flight; no thread waits. */
    static Map<String, Object> inFutures(Way way, int inFlight, long ms) throws InterruptedException {
        AtomicLong numbers = new AtomicLong(FIRST_NUMBER);
        List<Tally> tallies = tallies(inFlight);
        CountDownLatch open = new CountDownLatch(inFlight);
        long started = System.nanoTime();
        long until = started + ms * 1_000_000;
        for (Tally tally : tallies) {
            next(way, tally, numbers, open, until);
        }
        open.await();
        return reply(tallies, System.nanoTime() - started);
    }

    private static void next(Way way, Tally tally, AtomicLong numbers, CountDownLatch open, long until) {
        long sent = System.nanoTime();
        way.callAsync(numbers.getAndIncrement()).whenCompleteAsync((right, error) -> {
            if (error == null) {
                tally.answered(sent, right, 1);
            } else {
                tally.failed(error, 1);
            }
            if (System.nanoTime() < until) {
                next(way, tally, numbers, open, until);
            } else {
                open.countDown();
            }
        }, LOOP);
    }

    private static List<Tally> tallies(int count) {
        List<Tally> tallies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tallies.add(new Tally());
        }
        return tallies;
    }

    private static Map<String, Object> reply(List<Tally> tallies, long nanos) {
        long[] latencies = tallies.stream().flatMapToLong(Tally::latencies).sorted().toArray();
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("ops", tallies.stream().mapToLong(tally -> tally.ops).sum());
        reply.put("seconds", nanos / 1e9);
        reply.put("p50_us", at(latencies, 0.5));
        reply.put("p99_us", at(latencies, 0.99));
        reply.put("failed", tallies.stream().mapToLong(tally -> tally.failed).sum());
        reply.put("error", tallies.stream().map(tally -> tally.error).filter(e -> e != null).findFirst().orElse(null));
        return reply;
    }

    private static double at(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))] / 1e3;
    }
}
