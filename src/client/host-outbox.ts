import type { ClientDuplexStream } from "@grpc/grpc-js";
import type { AttachRequest, AttachResponse, InvocationOutcome } from "../gen/toolspan/v1/hosts.js";
import type { StreamProgress } from "../gen/toolspan/v1/tools.js";
import { NOTHING } from "./host-frame.js";

/** Bytes of one frame above which another begins. */
const FRAME_BYTES = 1_048_576;
const OUTCOME_ROOM = 256;
/** Updates that wait, beyond which older ones of the same tool make room: a sidecar that does not read harms only itself. */
const MOST_PROGRESS = 1024;

interface Waiting {
  readonly outcome: InvocationOutcome;
  readonly bytes: number;
}

/** What a host has to send: everything that is queued in one turn of the event loop leaves in one frame, no timer. */
export class HostOutbox {
  readonly #stream: ClientDuplexStream<AttachRequest, AttachResponse>;
  readonly #outcomes: Waiting[] = [];
  #progress: StreamProgress[] = [];
  #other: Partial<AttachRequest> | null = null;
  #scheduled = false;
  #blocked = false;
  #ending = false;
  #over = false;

  constructor(stream: ClientDuplexStream<AttachRequest, AttachResponse>) {
    this.#stream = stream;
    stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
  }

  /** The outcome of an invocation, behind all of its progress. */
  outcome(outcome: InvocationOutcome, bytes: number): void {
    this.#outcomes.push({ outcome, bytes: bytes + OUTCOME_ROOM });
    this.#schedule();
  }

  progress(update: StreamProgress): void {
    if (this.#progress.length >= MOST_PROGRESS) {
      const { number } = update;
      this.#progress = this.#progress.filter((one) => one.number !== number);
    }
    this.#progress.push(update);
    this.#schedule();
  }

  /** A pong or a drain. */
  say(frame: Partial<AttachRequest>): void {
    this.#other = { ...this.#other, ...frame };
    this.#schedule();
  }

  /** Half-closes the stream once everything that waits is sent. */
  end(): void {
    this.#ending = true;
    this.#schedule();
  }

  /** The stream is gone: nothing more is sent. */
  close(): void {
    this.#over = true;
  }

  #schedule(): void {
    if (this.#scheduled || this.#blocked) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (!this.#blocked && !this.#over) {
      const frame = this.#nextFrame();
      if (frame === undefined) {
        if (this.#ending) this.#stream.end();
        this.#over = this.#ending;
        return;
      }
      this.#blocked = !this.#stream.write(frame);
    }
  }

  #nextFrame(): AttachRequest | undefined {
    if (this.#other === null && this.#outcomes.length === 0 && this.#progress.length === 0) return undefined;
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#outcomes) {
      if (taken > 0 && bytes + waiting.bytes > FRAME_BYTES) break;
      bytes += waiting.bytes;
      taken++;
    }
    const outcomes = this.#outcomes.splice(0, taken).map(({ outcome }) => outcome);
    const [progress, other] = [this.#progress, this.#other];
    this.#progress = [];
    this.#other = null;
    return { ...NOTHING, ...other, progress, outcomes };
  }
}
