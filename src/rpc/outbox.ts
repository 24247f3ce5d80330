import type { ServerDuplexStream } from "@grpc/grpc-js";
import type * as wire from "../gen/toolspan/v1/tools.js";
import type { Progress } from "../model/call.js";
import { clamp } from "../model/normalise.js";
import { Frames, takeFrame } from "../wire/frames.js";
import { Updates } from "../wire/updates.js";

const OVERHEAD_BYTES = 256;

interface Waiting {
  readonly answer: wire.StreamAnswer;
  readonly bytes: number;
}

/**
 * What a stream has to send: everything that is queued in one turn of the event loop leaves in one frame, no timer; while
 * the peer does not read, answers wait here, and the newest progress.
 */
export class Outbox {
  readonly #frames: Frames<wire.StreamResponse>;
  readonly #answers: Waiting[] = [];
  readonly #updates = new Updates();
  #other: Partial<wire.StreamResponse> | null = null;
  #bytes = 0;

  constructor(stream: ServerDuplexStream<wire.StreamRequest, wire.StreamResponse>) {
    this.#frames = new Frames(stream, () => this.#nextFrame());
  }

  /** Bytes that wait for the peer to read. */
  get waitingBytes(): number {
    return this.#bytes + this.#updates.bytes;
  }

  /** An answer, and the bytes of its response. */
  answer(answer: wire.StreamAnswer, size: number): void {
    const bytes = size + OVERHEAD_BYTES;
    this.#answers.push({ answer, bytes });
    this.#bytes += bytes;
    this.#frames.schedule();
  }

  progress(number: bigint, { fraction, message }: Progress): void {
    const text = message === undefined ? undefined : clamp(message);
    this.#updates.add({ number, progress: { fraction, message: text, content: [] } });
    this.#frames.schedule();
  }

  /** A welcome, a drain or new limits. */
  say(frame: Partial<wire.StreamResponse>): void {
    this.#other = { ...this.#other, ...frame };
    this.#frames.schedule();
  }

  /** Ends the stream once everything that waits is sent. */
  end(): void {
    this.#frames.end();
  }

  #nextFrame(): wire.StreamResponse | undefined {
    if (this.#other === null && this.#answers.length === 0 && this.#updates.isEmpty) return undefined;
    const taken = takeFrame(this.#answers);
    for (const { bytes } of taken) this.#bytes -= bytes;
    const answers = taken.map(({ answer }) => answer);
    // All of it goes with the first answers, so that a tool's last word is before its answer (row stream/progress-last-word).
    const progress = this.#updates.take();
    const other = this.#other;
    this.#other = null;
    return { welcome: undefined, drain: undefined, limits: undefined, ...other, progress, answers };
  }
}
