import { texts } from "../../gen/texts.js";
import type { Job, Ran, Runner } from "../../invoke/runner.js";
import { fault } from "../../model/fault.js";
import { raised } from "../../model/outcome.js";
import { fullName } from "../../model/spec.js";
import { lost } from "../lost.js";
import { type HostProcess, NOT_RUN } from "./host-process.js";

interface Waiting {
  readonly job: Job;
  readonly started: number;
  readonly resolve: (ran: Ran) => void;
}

/**
 * The processes of one source behind one runner: each call goes to the one with the fewest under way, or waits for a place
 * (C3.4, C8.5). A source that the sidecar keeps alive waits for its next process too.
 */
export class HostSource implements Runner {
  readonly name: string;
  readonly members = new Set<HostProcess>();
  readonly #maxQueue: number;
  #waiting: Waiting[] = [];
  #keepers = 0;

  /** `maxQueue` is how many calls may wait for each process. */
  constructor(name: string, maxQueue: number) {
    this.name = name;
    this.#maxQueue = maxQueue;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  /** Whether another process will come when the last one is gone. */
  get isKept(): boolean {
    return this.#keepers > 0;
  }

  /** Somebody starts this source's processes again until the answer is disposed. */
  keep(): Disposable {
    this.#keepers++;
    return {
      [Symbol.dispose]: () => {
        this.#keepers--;
        this.dispatch();
      },
    };
  }

  run(job: Job): Promise<Ran> {
    const started = performance.now();
    const process = this.#choose(job);
    if (process !== undefined) return this.#start(process, job, started);
    if (!this.#hasHope(job)) return Promise.resolve(lost(job, started, "none"));
    if (this.#waiting.length >= this.#maxQueue * Math.max(1, this.members.size)) {
      const reason = fault("overloaded", texts.overloaded(job.calledAs), {
        details: { effect: "none", limit: this.#maxQueue },
        retryable: true,
      });
      return Promise.resolve({ outcome: raised(reason), elapsedMs: 0 });
    }
    return this.#wait(job, started);
  }

  /** A place is free: the first call that can start there starts. */
  freed(): void {
    const at = this.#waiting.findIndex(({ job }) => this.#choose(job) !== undefined);
    const [one] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (one !== undefined) void this.run(one.job).then(one.resolve);
  }

  /** A process came or went: what can start starts, and what has no hope left is lost. */
  dispatch(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      const process = this.#choose(one.job);
      if (process !== undefined) void this.#start(process, one.job, one.started).then(one.resolve);
      else if (this.#hasHope(one.job)) this.#waiting.push(one);
      else one.resolve(lost(one.job, one.started, "none"));
    }
  }

  #wait(job: Job, started: number): Promise<Ran> {
    return new Promise((resolve) => {
      const waiting = { job, started, resolve };
      this.#waiting.push(waiting);
      job.stop.onStop(() => {
        const at = this.#waiting.indexOf(waiting);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        resolve(lost(job, started, "none"));
      });
    });
  }

  async #start(process: HostProcess, job: Job, started: number): Promise<Ran> {
    const ran = await process.run(job);
    if (ran !== NOT_RUN) return ran;
    return job.stop.reason === null ? this.run(job) : lost(job, started, "none");
  }

  #choose(job: Job): HostProcess | undefined {
    const name = fullName({ source: this.name, name: job.tool });
    let best: HostProcess | undefined;
    for (const member of this.members) {
      if (!member.offers.has(name) || !member.hasPlace(job)) continue;
      if (best === undefined || member.inFlight < best.inFlight) best = member;
    }
    return best;
  }

  #hasHope(job: Job): boolean {
    if (this.isKept) return true;
    const name = fullName({ source: this.name, name: job.tool });
    return [...this.members].some((member) => member.state === "serving" && member.offers.has(name));
  }
}
