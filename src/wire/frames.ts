/** Bytes of one frame above which another begins, so that a cancel or a small answer is never behind a huge frame. */
export const FRAME_BYTES = 1_048_576;

/** The side of a gRPC stream that frames are written to. */
export interface FrameStream<F> {
  readonly destroyed: boolean;
  write(frame: F): boolean;
  end(): unknown;
  on(event: "drain", listener: () => void): unknown;
}

/**
 * Sends what is queued in one turn of the event loop in one frame, no timer; while the other side does not read, `next` is
 * not asked.
 */
export class Frames<F> {
  readonly #stream: FrameStream<F>;
  readonly #next: () => F | undefined;
  #scheduled = false;
  #blocked = false;
  #ending = false;
  #over = false;

  /** `next` hands over the next frame, or nothing where nothing waits. */
  constructor(stream: FrameStream<F>, next: () => F | undefined) {
    this.#stream = stream;
    this.#next = next;
    stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
  }

  /** Something waits. */
  schedule(): void {
    if (this.#scheduled || this.#blocked) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  /** Ends the stream once everything that waits is sent. */
  end(): void {
    this.#ending = true;
    this.schedule();
  }

  /** The stream is gone: nothing more is sent. */
  close(): void {
    this.#over = true;
  }

  #flush(): void {
    while (!this.#blocked && !this.#over && !this.#stream.destroyed) {
      const frame = this.#next();
      if (frame === undefined) {
        if (this.#ending) this.#stream.end();
        this.#over = this.#ending;
        return;
      }
      this.#blocked = !this.#stream.write(frame);
    }
  }
}

/** Takes from the front of a queue what fits into one frame, one thing at least. */
export function takeFrame<T extends { readonly bytes: number }>(waiting: T[]): T[] {
  let bytes = 0;
  let taken = 0;
  for (const one of waiting) {
    if (taken > 0 && bytes + one.bytes > FRAME_BYTES) break;
    bytes += one.bytes;
    taken++;
  }
  return waiting.splice(0, taken);
}
