interface Watch<T> {
  readonly waiting: Set<T>;
  readonly heard: () => void;
}

/** Who is to be told of which signal: one listener a signal, however many calls share it. */
export class Aborts<T> {
  readonly #watches = new Map<AbortSignal, Watch<T>>();
  readonly #tell: (each: T) => void;

  constructor(tell: (each: T) => void) {
    this.#tell = tell;
  }

  add(signal: AbortSignal, each: T): void {
    const watch = this.#watches.get(signal);
    if (watch !== undefined) {
      watch.waiting.add(each);
      return;
    }
    const waiting = new Set([each]);
    const heard = () => {
      this.#watches.delete(signal);
      for (const one of waiting) this.#tell(one);
    };
    this.#watches.set(signal, { waiting, heard });
    signal.addEventListener("abort", heard, { once: true });
  }

  remove(signal: AbortSignal, each: T): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined || !watch.waiting.delete(each) || watch.waiting.size > 0) return;
    this.#watches.delete(signal);
    signal.removeEventListener("abort", watch.heard);
  }
}
