/** Counts what is under way against a limit. */
export class InFlight {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes a place, or says that there is none. */
  enter(): boolean {
    if (this.#count >= this.#limit) return false;
    this.#count++;
    return true;
  }

  /** Gives the place back. */
  leave(): void {
    this.#count--;
  }
}
