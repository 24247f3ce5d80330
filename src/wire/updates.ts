import type { StreamProgress } from "../gen/toolspan/v1/tools.js";

/** Updates of one call that wait for a peer that does not read, beyond which the oldest are dropped. */
const MOST_OF_A_CALL = 64;
const OVERHEAD_BYTES = 256;

/** Progress that waits to be sent: of each call its newest updates, in their order (C3.6). */
export class Updates {
  readonly #waiting = new Map<bigint, StreamProgress[]>();
  #bytes = 0;

  /** About how many bytes wait. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(update: StreamProgress): void {
    const updates = this.#waiting.get(update.number);
    this.#bytes += bytesOf(update);
    if (updates === undefined) {
      this.#waiting.set(update.number, [update]);
      return;
    }
    updates.push(update);
    const oldest = updates.length > MOST_OF_A_CALL ? updates.shift() : undefined;
    if (oldest !== undefined) this.#bytes -= bytesOf(oldest);
  }

  /** All that waits, which then waits no more. */
  take(): StreamProgress[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#bytes = 0;
    return all;
  }
}

function bytesOf({ progress }: StreamProgress): number {
  return (progress?.message?.length ?? 0) + OVERHEAD_BYTES;
}
