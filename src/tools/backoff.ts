const MOST_DELAY_MS = 10_000;
const HEALTHY_MS = 10_000;

/** How long a worker or host that ended waits before it is started again: the first time not at all, then longer and longer. */
export class Backoff {
  #failures = 0;

  /** Milliseconds to wait after an end; `ranMs` is how long it served, 0 where it never did. */
  after(ranMs: number): number {
    this.#failures = ranMs > HEALTHY_MS ? 0 : this.#failures + 1;
    return this.#failures <= 1 ? 0 : Math.min(MOST_DELAY_MS, 50 * 2 ** this.#failures);
  }
}
