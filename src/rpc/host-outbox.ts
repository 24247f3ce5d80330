import type { ServerDuplexStream } from "@grpc/grpc-js";
import type * as wire from "../gen/toolspan/v1/hosts.js";
import type { StreamCall } from "../gen/toolspan/v1/tools.js";
import { FRAME_BYTES, Frames } from "../wire/frames.js";

type Stream = ServerDuplexStream<wire.AttachRequest, wire.AttachResponse>;

/**
 * What an attached process is to be sent: everything that is queued in one turn of the event loop leaves in one frame, no
 * timer; while the process does not read, invocations wait here, and a stopped one never leaves.
 */
export class HostOutbox {
  readonly #frames: Frames<wire.AttachResponse>;
  #invocations = new Map<bigint, StreamCall>();
  #cancel: bigint[] = [];
  #timedOut: bigint[] = [];
  #other: Partial<wire.AttachResponse> | null = null;

  constructor(stream: Stream) {
    this.#frames = new Frames(stream, () => this.#nextFrame());
  }

  invoke(call: StreamCall): void {
    this.#invocations.set(call.number, call);
    this.#frames.schedule();
  }

  /** False where the invocation had not left and now never will. */
  stop(number: bigint, reason: "timeout" | "cancelled"): boolean {
    if (this.#invocations.delete(number)) return false;
    (reason === "timeout" ? this.#timedOut : this.#cancel).push(number);
    this.#frames.schedule();
    return true;
  }

  /** Anything else that one frame may carry; what is said twice before it leaves is said once, and a drain leaves last. */
  say(frame: Partial<wire.AttachResponse>): void {
    this.#other = {
      ...this.#other,
      ...frame,
      accepted: [...(this.#other?.accepted ?? []), ...(frame.accepted ?? [])],
      refusals: [...(this.#other?.refusals ?? []), ...(frame.refusals ?? [])],
    };
    this.#frames.schedule();
  }

  #nextFrame(): wire.AttachResponse | undefined {
    const invocations: StreamCall[] = [];
    let bytes = 0;
    for (const [number, call] of this.#invocations) {
      const size = call.call?.arguments?.data.byteLength ?? 0;
      if (invocations.length > 0 && bytes + size > FRAME_BYTES) break;
      bytes += size;
      invocations.push(call);
      this.#invocations.delete(number);
    }
    const [cancel, timedOut, other] = [this.#cancel, this.#timedOut, this.#other];
    if (invocations.length + cancel.length + timedOut.length === 0 && other === null) return undefined;
    this.#cancel = [];
    this.#timedOut = [];
    const isLast = this.#invocations.size === 0;
    this.#other = isLast || other?.drain === undefined ? null : { drain: other.drain };
    return {
      welcome: undefined,
      drain: undefined,
      ping: undefined,
      refusals: [],
      accepted: [],
      ...other,
      ...(isLast ? {} : { drain: undefined }),
      invocations,
      cancel,
      timedOut,
    };
  }
}
