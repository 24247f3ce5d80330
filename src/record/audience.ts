import type { Told } from "./log-record.js";

/** Somebody who is told of events: a file, or a person who follows. */
export interface Listener {
  /** Never throws. */
  tell(told: Told): void;
}

/** Everybody who is told; while there is nobody, nothing is made to tell. */
export class Audience {
  readonly #listeners = new Set<Listener>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Tells a listener of everything from now on, until the answer is disposed. */
  add(listener: Listener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  tell(told: Told): void {
    for (const listener of this.#listeners) listener.tell(told);
  }
}
