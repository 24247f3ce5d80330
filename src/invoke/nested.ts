import type { ToolCall } from "../model/call.js";
import { argumentsTooLarge } from "../model/encode-call.js";
import type { Limits } from "../model/limits.js";
import { normalise } from "../model/normalise.js";
import { raised } from "../model/outcome.js";
import type { Recording } from "../record/recording.js";
import type { Invoke, Response } from "./invoke.js";
import type { Stop, StopReason } from "./stop.js";

/** The running call that makes calls itself. */
export interface Outer {
  readonly call: ToolCall;
  readonly stop: Stop;
  /** When its budget ends, on the clock of `performance.now`. */
  readonly until: number;
  readonly recording: Recording | null;
}

/**
 * The calls that one running call makes itself (C3.8): they stand one deeper, inherit its deadline, cancel and trace, and end
 * with it. They are counted against the sidecar's own limit alone, since an ancestor may hold the last place of the caller.
 */
export class Nested {
  readonly #invoke: Invoke;
  readonly #limits: Pick<Limits, "maxMessageBytes">;
  readonly #outer: Outer;
  #inner: Set<Stop> | null = null;
  #ended: StopReason | null = null;

  constructor(invoke: Invoke, limits: Pick<Limits, "maxMessageBytes">, outer: Outer) {
    this.#invoke = invoke;
    this.#limits = limits;
    this.#outer = outer;
  }

  readonly call = async (asked: ToolCall, stop: Stop): Promise<Response> => {
    const tooLarge = argumentsTooLarge(asked.name, asked.args, this.#limits, asked.injected);
    if (tooLarge !== null) return normalise(asked.name, raised(tooLarge), 0);
    const { call, until, recording } = this.#outer;
    const inner: ToolCall = {
      ...asked,
      depth: call.depth + 1,
      traceparent: call.traceparent,
      tracestate: call.tracestate,
    };
    if (this.#ended !== null) stop.stop(this.#ended);
    const open = this.#open();
    open.add(stop);
    try {
      return await this.#invoke(inner, {
        stop,
        left: Math.max(0, until - performance.now()),
        within: recording,
      });
    } finally {
      open.delete(stop);
    }
  };

  /** The outer call is over: what it left running is cancelled, and nothing more starts. */
  end(reason: StopReason = "cancelled"): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    for (const stop of this.#inner ?? []) stop.stop(reason);
  }

  // A tool that makes no calls costs no listener.
  #open(): Set<Stop> {
    if (this.#inner === null) {
      this.#inner = new Set();
      this.#outer.stop.onStop((reason) => this.end(reason));
    }
    return this.#inner;
  }
}
