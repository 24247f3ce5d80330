import { within } from "./wait.js";

/** Lets at most so many through at once; the others wait their turn (C8.5). */
export class Gate {
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  isFull(limit: number): boolean {
    return this.#inside >= limit;
  }

  /** A place, or undefined where none became free in time. */
  async enter(limit: number, waitMs: number, signal?: AbortSignal): Promise<Disposable | undefined> {
    if (!this.isFull(limit)) {
      this.#inside++;
    } else {
      let taken = false;
      let take: () => void = () => {};
      const turn = new Promise<true>((resolve) => {
        take = () => {
          taken = true;
          resolve(true);
        };
      });
      this.#waiting.add(take);
      try {
        await within(turn, waitMs, signal);
      } catch (error) {
        if (taken) this.#leave();
        throw error;
      } finally {
        this.#waiting.delete(take);
      }
      if (!taken) return undefined;
    }
    return { [Symbol.dispose]: () => this.#leave() };
  }

  // The place goes to the next in line without becoming free in between.
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside--;
    } else {
      this.#waiting.delete(next);
      next();
    }
  }
}
