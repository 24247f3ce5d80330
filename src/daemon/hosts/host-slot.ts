import { randomUUID } from "node:crypto";
import type { HostStatus } from "../../model/host-status.js";
import { Backoff } from "../../tools/backoff.js";
import type { HostProcess } from "../../tools/remote/host-process.js";
import { statusOf } from "../../tools/remote/host-status.js";
import type { Hosts } from "../../tools/remote/hosts.js";
import type { Log } from "../log.js";
import { Child } from "./child.js";
import type { HostOptions } from "./host-options.js";

export interface SlotParts {
  readonly options: HostOptions;
  readonly hosts: Hosts;
  readonly log: Log;
  /** How its processes reach the sidecar. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that calls in flight may take when a process is replaced. */
  readonly graceMs: number;
}

/** A started process, and the stream that it attached with, once it has. */
interface Run {
  readonly id: string;
  readonly child: Child;
  readonly since: number;
  process: HostProcess | null;
}

type State =
  | { readonly kind: "starting" | "serving"; readonly run: Run }
  | { readonly kind: "waiting"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "stopped" };

const STOP_MS = 1000;

/** One process place of a supervised host: always one process, started again with back-off, replaced without a gap (C3.7). */
export class HostSlot {
  readonly #parts: SlotParts;
  #state: State = { kind: "stopped" };
  /** Started to replace the one that serves. */
  #next: Run | null = null;
  readonly #leaving = new Set<Run>();
  readonly #backoff = new Backoff();
  #restarts = 0;
  #lastExit = "";
  #settle: ((failure: string | null) => void) | null = null;

  constructor(parts: SlotParts) {
    this.#parts = parts;
  }

  /** Starts the first process; the answer is null when its tools are offered, or says why it ended before. */
  start(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#state = { kind: "starting", run: this.#spawn() };
    });
  }

  /** The sidecar no longer waits for the first process; one that ends is started again from now on. */
  proceed(): void {
    this.#settleStart(null);
  }

  /** Whether a process that attached is one of this slot's. */
  attached(process: HostProcess): boolean {
    const { id } = process.facts;
    const run = [this.#current(), this.#next].find((one) => one?.id === id);
    if (run === undefined || run === null) return false;
    run.process = process;
    return true;
  }

  /** The processes that a replacement takes over from. */
  retire(): void {
    const current = this.#current();
    if (this.#next !== null && current?.process != null) this.#parts.hosts.leave(current.process);
  }

  /** What a process of this slot offers has changed, or it is gone. */
  changed(process: HostProcess): void {
    const current = this.#current();
    if (process.state === "lost") {
      for (const run of [current, this.#next, ...this.#leaving]) if (run?.process === process) run.child.expectEnd();
      return;
    }
    if (process.offers.size === 0 || process.state !== "serving") return;
    if (current?.process === process && this.#state.kind === "starting") {
      this.#state = { kind: "serving", run: current };
      this.#settleStart(null);
    } else if (this.#next?.process === process) {
      const next = this.#next;
      this.#next = null;
      this.#state = { kind: "serving", run: next };
      if (current !== undefined) this.#dismiss(current);
    }
  }

  /** Starts a new process and lets the old one go when the new one's tools are offered. */
  reload(): void {
    if (this.#state.kind === "stopped" || this.#next !== null) return;
    if (this.#state.kind === "serving") {
      this.#next = this.#spawn();
      return;
    }
    if (this.#state.kind === "waiting") {
      clearTimeout(this.#state.timer);
      this.#state = { kind: "starting", run: this.#spawn() };
    }
  }

  status(queued: number): HostStatus {
    const { options } = this.#parts;
    const run = this.#current();
    const own = { restarts: this.#restarts, lastExit: this.#lastExit, supervised: true, queued };
    if (run?.process != null) return { ...statusOf(run.process, queued), ...own, source: options.source };
    return {
      source: options.source,
      language: options.language,
      state: this.#state.kind === "starting" ? "starting" : "waiting",
      pid: run?.child.pid ?? 0,
      runtime: "",
      sdkVersion: "",
      isolation: "process",
      tools: [],
      inFlight: 0,
      ...own,
    };
  }

  async stop(): Promise<void> {
    const runs = [this.#current(), this.#next, ...this.#leaving].filter((run) => run != null);
    if (this.#state.kind === "waiting") clearTimeout(this.#state.timer);
    this.#state = { kind: "stopped" };
    this.#next = null;
    await Promise.all(
      runs.map(({ process, child }) => {
        process?.drain();
        return child.stop(STOP_MS);
      }),
    );
  }

  #current(): Run | undefined {
    return this.#state.kind === "starting" || this.#state.kind === "serving" ? this.#state.run : undefined;
  }

  #dismiss(run: Run): void {
    this.#leaving.add(run);
    run.process?.drain();
    void run.child.stop(this.#parts.graceMs).then(() => this.#leaving.delete(run));
  }

  #spawn(): Run {
    const { options, log, env } = this.#parts;
    const id = randomUUID();
    const child: Child = new Child({
      command: options.command,
      folder: options.folder,
      env: { ...env, ...options.env, TOOLSPAN_HOST_ID: id, TOOLSPAN_SOURCE: options.source },
      memoryMb: options.memoryMb,
      line: (text, stream) => log.info({ host: options.source, pid: child.pid, stream }, text),
    });
    const run: Run = { id, child, since: performance.now(), process: null };
    void child.exited.then((how) => this.#exited(run, how));
    return run;
  }

  #exited(run: Run, how: string): void {
    const { options, log } = this.#parts;
    if (run.process !== null) this.#parts.hosts.lose(run.process);
    if (this.#state.kind === "stopped" || this.#leaving.has(run)) return;
    this.#lastExit = how;
    if (this.#next === run) {
      this.#next = null;
      log.error(
        { host: options.source, how, lines: run.child.lastLines },
        "the changed host ended; the old one goes on",
      );
      return;
    }
    if (this.#settle !== null) {
      this.#state = { kind: "stopped" };
      this.#settleStart([`its process ended before it offered a tool (${how})`, ...run.child.lastLines].join("\n  "));
      return;
    }
    const delay = this.#backoff.after(this.#state.kind === "serving" ? performance.now() - run.since : 0);
    log.warn({ host: options.source, pid: run.child.pid, how, delayMs: delay }, "the host ended and is started again");
    const timer = setTimeout(() => {
      this.#restarts++;
      this.#state = { kind: "starting", run: this.#spawn() };
    }, delay);
    this.#state = { kind: "waiting", timer };
  }

  #settleStart(failure: string | null): void {
    this.#settle?.(failure);
    this.#settle = null;
  }
}
