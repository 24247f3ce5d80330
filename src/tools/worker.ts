import { Worker } from "node:worker_threads";
import { texts } from "../gen/texts.js";
import type { Job, Ran, Runner } from "../invoke/runner.js";
import type { StopReason } from "../invoke/stop.js";
import { fault } from "../model/fault.js";
import { raised, returned } from "../model/outcome.js";
import { payload } from "../model/payload.js";
import { plainSuccess } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { Backoff } from "./backoff.js";
import { responseOf } from "./carried.js";
import { lost } from "./lost.js";
import { WorkerAsks } from "./worker-asks.js";
import {
  DONE_FIELDS,
  type FromWorker,
  type ToWorker,
  type WorkerData,
  type WorkerLog,
  type WorkerOutcome,
} from "./worker-messages.js";

export interface WorkerOptions {
  readonly file: string;
  readonly source: string;
  /** A folder for translated modules. */
  readonly cache: string;
  /** Megabytes of heap. */
  readonly memoryMb: number;
  readonly env: Readonly<Record<string, string>> | null;
  /** Calls that may wait while the worker starts. */
  readonly maxQueue: number;
  /** Milliseconds that loading may take. */
  readonly startMs: number;
  readonly log: (line: WorkerLog) => void;
  /** Told after a restart whose tools differ. */
  readonly changed: (specs: readonly ToolSpec[]) => void;
}

interface Pending {
  readonly job: Job;
  readonly resolve: (ran: Ran) => void;
  readonly started: number;
}

interface Outbox {
  calls: (number | string)[];
  stops: ToWorker["stops"][number][];
  answers: ToWorker["answers"][number][];
  transfer: ArrayBuffer[];
  ping: boolean;
}

type State =
  | { readonly kind: "waiting"; readonly timer: NodeJS.Timeout | null }
  | { readonly kind: "loading"; readonly worker: Worker; readonly timer: NodeJS.Timeout }
  | { readonly kind: "running"; readonly worker: Worker; readonly since: number }
  | { readonly kind: "stopped" };

const DEAF_MS = 2000;
// Node lets a worker that is out of memory have 16 MB more while it ends. A third of the young generation may have to move there at
// once; where that does not fit, the whole process ends (row crash/memory). 48 MB, the default of Node 20 and 22, leaves nothing over,
// and Node 24's 192 MB does not fit.
const YOUNG_MB = 24;

/**
 * Runs a module's tools in a worker thread of its own (C3.7): one that exits, crashes, runs out of memory or stays deaf two
 * seconds after an abort costs only its own calls, and is started again with back-off.
 */
export class WorkerRunner implements Runner {
  readonly #options: WorkerOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #asks = new WorkerAsks((answer, transfer) => {
    const out = this.#send();
    out.answers.push(answer);
    out.transfer.push(...transfer);
  });
  #state: State = { kind: "waiting", timer: null };
  #specs: readonly ToolSpec[] = [];
  #next = 1;
  readonly #backoff = new Backoff();
  #out: Outbox | null = null;
  #deaf: NodeJS.Timeout | null = null;
  #settleLoad: ((error: string | null) => void) | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Calls that run or wait. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /** Loads the module; rejects where it cannot be loaded. */
  async start(): Promise<readonly ToolSpec[]> {
    const error = await new Promise<string | null>((resolve) => {
      this.#settleLoad = resolve;
      this.#spawn();
    });
    if (error !== null) {
      await this.stop();
      throw new Error(error);
    }
    return this.#specs;
  }

  async stop(): Promise<void> {
    const state = this.#state;
    this.#state = { kind: "stopped" };
    if (this.#deaf !== null) clearTimeout(this.#deaf);
    if (state.kind === "waiting" && state.timer !== null) clearTimeout(state.timer);
    if (state.kind === "loading") clearTimeout(state.timer);
    this.#loseAll();
    if (state.kind === "loading" || state.kind === "running") await state.worker.terminate();
  }

  run(job: Job): Promise<Ran> {
    const started = performance.now();
    if (this.#state.kind === "stopped") return Promise.resolve(lost(job, started, "none"));
    if (this.#state.kind !== "running" && this.#pending.size >= this.#options.maxQueue) {
      const reason = fault("overloaded", texts.overloaded(job.calledAs), { retryable: true });
      return Promise.resolve({ outcome: raised(reason), elapsedMs: 0 });
    }
    return new Promise((resolve) => {
      const number = this.#next++;
      this.#pending.set(number, { job, resolve, started });
      job.stop.onStop((reason) => this.#stop(number, reason));
      if (this.#state.kind === "running") this.#queue(number, job);
    });
  }

  #stop(number: number, reason: StopReason): void {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    if (this.#state.kind !== "running") {
      // It never reached the worker, so there is nothing to stop.
      this.#settle(number, lost(pending.job, pending.started, "none"));
      return;
    }
    const out = this.#send();
    out.stops.push({ number, reason });
    out.ping = true;
    const { worker } = this.#state;
    this.#deaf ??= setTimeout(() => void worker.terminate(), DEAF_MS);
  }

  #queue(number: number, { tool, calledAs, callId, argumentsText, depth, budgetMs }: Job): void {
    this.#send().calls.push(number, tool, calledAs, callId, argumentsText, depth, budgetMs);
  }

  // What is queued within one turn of the event loop leaves in one message, calls that came as RPCs of their own included.
  #send(): Outbox {
    if (this.#out === null) {
      this.#out = { calls: [], stops: [], answers: [], transfer: [], ping: false };
      setImmediate(() => {
        if (this.#out === null) return;
        const { transfer, ...message } = this.#out;
        this.#out = null;
        if (this.#state.kind === "running") this.#state.worker.postMessage(message satisfies ToWorker, transfer);
      });
    }
    return this.#out;
  }

  #spawn(): void {
    const { file, source, cache, memoryMb, env, startMs } = this.#options;
    const worker = new Worker(new URL("./worker-thread.js", import.meta.url), {
      workerData: { file, source, cache } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      stdout: true,
      stderr: true,
      ...(env === null ? {} : { env: { ...env } }),
    });
    const timer = setTimeout(() => {
      this.#loaded(`It did not load within ${startMs} ms.`);
      void worker.terminate();
    }, startMs);
    this.#state = { kind: "loading", worker, timer };
    for (const [stream, level] of [
      [worker.stdout, "info"],
      [worker.stderr, "warn"],
    ] as const) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        for (const line of text.split("\n")) if (line !== "") this.#say(level, line);
      });
    }
    worker.on("message", (message: FromWorker) => this.#receive(worker, message));
    worker.on("error", (error: unknown) => this.#say("error", `The worker failed: ${String(error)}`));
    worker.on("exit", (code) => this.#exited(worker, timer, code));
  }

  #receive(worker: Worker, message: FromWorker): void {
    if (this.#deaf !== null) {
      clearTimeout(this.#deaf);
      this.#deaf = null;
    }
    if (message.loaded !== undefined) this.#onLoaded(worker, message.loaded);
    for (const line of message.logs ?? []) this.#options.log(line);
    for (const ask of message.asks ?? []) {
      const job = this.#pending.get(ask.within)?.job;
      if (job !== undefined) void this.#asks.ask(ask, job);
    }
    for (const stopped of message.askStops ?? []) this.#asks.cancel(stopped);
    for (const { number, update } of message.progress ?? []) this.#pending.get(number)?.job.progress(update);
    const done = message.done ?? [];
    for (let i = 0; i < done.length; i += DONE_FIELDS) {
      const outcome = returned(plainSuccess(payload(String(done[i + 2]))));
      this.#settle(Number(done[i]), { outcome, elapsedMs: Number(done[i + 1]) });
    }
    for (const outcome of message.outcomes ?? []) this.#settle(outcome.number, ranOf(outcome));
  }

  #onLoaded(worker: Worker, loaded: NonNullable<FromWorker["loaded"]>): void {
    if (this.#state.kind !== "loading") return;
    clearTimeout(this.#state.timer);
    if ("error" in loaded) {
      this.#loaded(loaded.error);
      void worker.terminate();
      return;
    }
    this.#state = { kind: "running", worker, since: performance.now() };
    for (const warning of loaded.warnings) this.#say("warn", warning);
    const differs = JSON.stringify(this.#specs) !== JSON.stringify(loaded.specs);
    const first = this.#settleLoad !== null;
    this.#specs = loaded.specs;
    this.#loaded(null);
    if (differs && !first) this.#options.changed(loaded.specs);
    for (const [number, { job }] of this.#pending) this.#queue(number, job);
  }

  #loaded(error: string | null): void {
    this.#settleLoad?.(error);
    this.#settleLoad = null;
    if (error !== null) this.#say("error", error);
  }

  #exited(worker: Worker, timer: NodeJS.Timeout, code: number): void {
    clearTimeout(timer);
    const state = this.#state;
    if (state.kind === "stopped" || state.kind === "waiting" || state.worker !== worker) return;
    if (this.#deaf !== null) clearTimeout(this.#deaf);
    this.#deaf = null;
    this.#loaded(`Its worker ended with code ${code} before the module was loaded.`);
    const delay = this.#backoff.after(state.kind === "running" ? performance.now() - state.since : 0);
    this.#say("warn", `The worker ended with code ${code}; it is started again in ${delay} ms.`);
    const timerAgain = setTimeout(() => this.#spawn(), delay);
    this.#state = { kind: "waiting", timer: timerAgain };
    this.#out = null;
    if (state.kind === "running") this.#loseAll();
  }

  #loseAll(): void {
    for (const [number, { job, started }] of [...this.#pending]) {
      this.#settle(number, lost(job, started, "unknown"));
    }
  }

  #settle(number: number, ran: Ran): void {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    this.#pending.delete(number);
    this.#asks.end(number);
    pending.resolve(ran);
  }

  #say(level: WorkerLog["level"], message: string): void {
    this.#options.log({ level, tool: "", callId: "", message, fields: null });
  }
}

function ranOf({ outcome, elapsedMs }: WorkerOutcome): Ran {
  return { outcome: outcome.kind === "raised" ? outcome : returned(responseOf(outcome.value)), elapsedMs };
}
