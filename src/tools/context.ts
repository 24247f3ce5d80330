import type { Job } from "../invoke/runner.js";
import type { Stop } from "../invoke/stop.js";
import type { Progress } from "../model/call.js";
import { cancelled } from "../model/failure.js";
import { type Payload, payload } from "../model/payload.js";
import { unread } from "../model/unread.js";
import { type Ask, callAllNested, callNested } from "./nested-call.js";
import type { ToolContext, ToolLog } from "./tool.js";

/** What a context is made of. */
export type Inside = Pick<Job, "callId" | "argumentsText" | "depth" | "budgetMs" | "stop" | "progress" | "call">;

/** What a tool is given, wherever it runs; a part that a tool does not look at costs nothing. */
export class Context implements ToolContext {
  readonly #inside: Inside;
  readonly #log: () => ToolLog;
  readonly #started = performance.now();
  /** What its own calls are stopped by; null once its tool has ended. */
  #calls: Set<Stop> | null = new Set();

  constructor(inside: Inside, log: () => ToolLog) {
    this.#inside = inside;
    this.#log = log;
  }

  get signal(): AbortSignal {
    return this.#inside.stop.signal;
  }

  get callId(): string {
    return this.#inside.callId;
  }

  get payload(): Payload {
    return payload(this.#inside.argumentsText);
  }

  get log(): ToolLog {
    return this.#log();
  }

  get depth(): number {
    return this.#inside.depth;
  }

  get remaining(): number {
    return Math.max(0, this.#inside.budgetMs - (performance.now() - this.#started));
  }

  // A tool may take these out of the context and call them by themselves.
  get progress(): ToolContext["progress"] {
    return (update: Progress) => {
      if (this.#calls !== null) this.#inside.progress({ ...update });
    };
  }

  get call(): ToolContext["call"] {
    return (name, args, options = {}) => callNested(this.#ask, { ...options, name, args });
  }

  get callAll(): ToolContext["callAll"] {
    return (calls, options = {}) => callAllNested(this.#ask, calls, options);
  }

  /** The tool has ended: it tells nothing more, and the calls that it left running are cancelled. */
  close(): void {
    const calls = this.#calls;
    this.#calls = null;
    for (const stop of calls ?? []) stop.stop("cancelled");
  }

  readonly #ask: Ask = async (call, stop) => {
    const calls = this.#calls;
    if (calls === null) return unread(cancelled(call.name));
    calls.add(stop);
    try {
      return await this.#inside.call(call, stop);
    } finally {
      calls.delete(stop);
    }
  };
}
