import type { ClientDuplexStream } from "@grpc/grpc-js";
import type { AttachRequest, AttachResponse, InvocationOutcome } from "../gen/toolspan/v1/hosts.js";
import type { StreamProgress } from "../gen/toolspan/v1/tools.js";
import { Frames, takeFrame } from "../wire/frames.js";
import { Updates } from "../wire/updates.js";
import { NOTHING } from "./host-frame.js";

const OUTCOME_ROOM = 256;
interface Waiting {
  readonly outcome: InvocationOutcome;
  readonly bytes: number;
}

/** What a host has to send: everything that is queued in one turn of the event loop leaves in one frame, no timer. */
export class HostOutbox {
  readonly #frames: Frames<AttachRequest>;
  readonly #outcomes: Waiting[] = [];
  readonly #updates = new Updates();
  #other: Partial<AttachRequest> | null = null;

  constructor(stream: ClientDuplexStream<AttachRequest, AttachResponse>) {
    this.#frames = new Frames(stream, () => this.#nextFrame());
  }

  /** The outcome of an invocation, behind all of its progress. */
  outcome(outcome: InvocationOutcome, bytes: number): void {
    this.#outcomes.push({ outcome, bytes: bytes + OUTCOME_ROOM });
    this.#frames.schedule();
  }

  progress(update: StreamProgress): void {
    this.#updates.add(update);
    this.#frames.schedule();
  }

  /** A pong or a drain. */
  say(frame: Partial<AttachRequest>): void {
    this.#other = { ...this.#other, ...frame };
    this.#frames.schedule();
  }

  /** Half-closes the stream once everything that waits is sent. */
  end(): void {
    this.#frames.end();
  }

  /** The stream is gone: nothing more is sent. */
  close(): void {
    this.#frames.close();
  }

  #nextFrame(): AttachRequest | undefined {
    if (this.#other === null && this.#outcomes.length === 0 && this.#updates.isEmpty) return undefined;
    const outcomes = takeFrame(this.#outcomes).map(({ outcome }) => outcome);
    const progress = this.#updates.take();
    const other = this.#other;
    this.#other = null;
    return { ...NOTHING, ...other, progress, outcomes };
  }
}
