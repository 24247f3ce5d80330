import type { Job, Ran } from "../../invoke/runner.js";
import type { Progress } from "../../model/call.js";
import type { ToolSpec } from "../../model/spec.js";
import { lost } from "../lost.js";
import type { HostFacts, HostLink } from "./host-link.js";

/** What a drained process answers of an invocation that it did not run. */
export const NOT_RUN = Symbol("not run");

interface Pending {
  readonly job: Job;
  readonly started: number;
  readonly nested: boolean;
  readonly resolve: (ran: Ran | typeof NOT_RUN) => void;
}

const DEAF_MS = 2000;

/**
 * One attached process: its tools, the invocations under way in it, and whether it still hears. Invocations that stand within
 * another one are not counted against its places, since one of their ancestors may hold the last (C3.8).
 */
export class HostProcess {
  readonly facts: HostFacts;
  /** The tools that it offers, by full name. */
  readonly offers = new Map<string, ToolSpec>();
  readonly #link: HostLink;
  readonly #freed: () => void;
  readonly #pending = new Map<bigint, Pending>();
  #next = 1n;
  #taken = 0;
  #deaf: NodeJS.Timeout | null = null;
  #state: "serving" | "draining" | "lost" = "serving";

  /** `freed` is told whenever a place is free again. */
  constructor(facts: HostFacts, link: HostLink, freed: () => void) {
    this.facts = facts;
    this.#link = link;
    this.#freed = freed;
  }

  get state(): "serving" | "draining" | "lost" {
    return this.#state;
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** Whether one more invocation may start here. */
  hasPlace(job: Job): boolean {
    return this.#state === "serving" && (job.depth > 0 || this.#taken < this.facts.maxInFlight);
  }

  run(job: Job): Promise<Ran | typeof NOT_RUN> {
    return new Promise((resolve) => {
      const number = this.#next++;
      const nested = job.depth > 0;
      if (!nested) this.#taken++;
      this.#pending.set(number, { job, started: performance.now(), nested, resolve });
      this.#link.invoke(number, job);
      job.stop.onStop((reason) => {
        if (!this.#pending.has(number)) return;
        if (this.#link.stop(number, reason)) this.#listen();
        else this.settle(number, NOT_RUN);
      });
    });
  }

  /** An outcome arrived; one that nobody waits for is dropped. */
  settle(number: bigint, ran: Ran | typeof NOT_RUN): void {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    this.#pending.delete(number);
    if (!pending.nested) this.#taken--;
    pending.resolve(ran);
    this.#freed();
  }

  progress(number: bigint, update: Progress): void {
    this.#pending.get(number)?.job.progress(update);
  }

  /** It takes nothing new; what is under way may end. */
  leave(): void {
    if (this.#state === "serving") this.#state = "draining";
  }

  /** As `leave`, on the sidecar's own wish: the process is told. */
  drain(): void {
    this.leave();
    this.#link.drain();
  }

  pong(): void {
    if (this.#deaf !== null) clearTimeout(this.#deaf);
    this.#deaf = null;
  }

  /** Its stream ended: every invocation under way is lost at once (C3.7). */
  lose(): void {
    if (this.#state === "lost") return;
    this.#state = "lost";
    this.pong();
    for (const [number, { job, started }] of [...this.#pending]) {
      this.settle(number, lost(job, started, "unknown"));
    }
  }

  // A process that does not answer two seconds after a stop is deaf, and costs only its own calls (C3.7).
  #listen(): void {
    this.#link.ping();
    this.#deaf ??= setTimeout(() => {
      this.#link.cut("The host did not answer a ping two seconds after a call was stopped.");
    }, DEAF_MS);
  }
}
