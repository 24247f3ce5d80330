import { FIRST_NUMBER, type Reply } from "./protocol.js";

/** A connection over which calls can be measured. */
export interface Path {
  /** Calls that one `call` makes. */
  readonly batch: number;
  /** Makes the calls numbered from `n`; the answer is how many were answered rightly. */
  call(n: number): Promise<number>;
  close(): Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 1;

/** Keeps calls in flight on every path for some time and tells what came back. */
export async function measure(paths: readonly Path[], inFlight: number, ms: number): Promise<Reply> {
  const latencies: number[] = [];
  let ops = 0;
  let failed = 0;
  let error: string | null = null;
  let next = FIRST_NUMBER;
  const started = performance.now();
  const until = started + ms;

  const lane = async (path: Path): Promise<void> => {
    do {
      const n = next;
      next += path.batch;
      const sent = performance.now();
      try {
        const right = await path.call(n);
        ops += right;
        failed += path.batch - right;
        if (right < path.batch) error ??= "a wrong answer";
        latencies.push(performance.now() - sent);
      } catch (thrown) {
        failed += path.batch;
        error ??= String(thrown);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
      }
    } while (performance.now() < until);
  };

  const lanes = paths.flatMap((path) => Array.from({ length: Math.ceil(inFlight / path.batch) }, () => lane(path)));
  await Promise.all(lanes);
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => 1000 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { ops, seconds, p50_us: at(0.5), p99_us: at(0.99), failed, error };
}
