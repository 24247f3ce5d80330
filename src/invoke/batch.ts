import type { ToolCall } from "../model/call.js";
import type { Invoke, Response } from "./invoke.js";
import { Stop } from "./stop.js";

/** Calls of one batch that run at once where the caller does not say. */
export const DEFAULT_PARALLELISM = 64;

/** A batch: slot i answers call i, each once, whatever finishes first (C2.8). */
export class Batch {
  readonly #invoke: Invoke;
  readonly #parallelism: number;
  readonly #answer: (index: number, response: Response) => void;
  readonly #waiting: { readonly index: number; readonly call: ToolCall }[] = [];
  readonly #stops = new Map<number, Stop>();
  #running = 0;
  #size = 0;

  constructor(invoke: Invoke, parallelism: number, answer: (index: number, response: Response) => void) {
    this.#invoke = invoke;
    this.#parallelism = parallelism > 0 ? parallelism : DEFAULT_PARALLELISM;
    this.#answer = answer;
  }

  /** The number of slots so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds calls for the next slots. */
  add(calls: readonly ToolCall[]): void {
    for (const call of calls) {
      const index = this.#size++;
      this.#stops.set(index, new Stop());
      this.#waiting.push({ index, call });
    }
    this.#advance();
  }

  /** Cancels one slot; one that is answered, or was never there, is left alone. */
  cancel(index: number): void {
    this.#stops.get(index)?.stop("cancelled");
    this.#startNow(index);
  }

  /** Cancels every slot that has no answer. */
  cancelAll(): void {
    for (const index of [...this.#stops.keys()]) this.cancel(index);
  }

  #advance(): void {
    while (this.#running < this.#parallelism) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#start(next.index, next.call);
    }
  }

  // A cancelled slot that still waits does not wait for a place to say so.
  #startNow(index: number): void {
    const at = this.#waiting.findIndex((slot) => slot.index === index);
    const [slot] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (slot !== undefined) this.#start(slot.index, slot.call);
  }

  #start(index: number, call: ToolCall): void {
    const stop = this.#stops.get(index) ?? new Stop();
    this.#running++;
    void this.#invoke(call, { stop }).then((response) => {
      this.#stops.delete(index);
      this.#running--;
      this.#answer(index, response);
      this.#advance();
    });
  }
}
