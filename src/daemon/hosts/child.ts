import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export interface ChildOptions {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly memoryMb: number | null;
  /** One line that the process wrote. */
  readonly line: (text: string, stream: "stdout" | "stderr") => void;
}

const TERM_MS = 2000;
const KILL_MS = 2000;
const MEMORY_MS = 250;
const PAGE_BYTES = 4096;
const MOST_LAST = 5;

/** A process that the sidecar started: its output line by line, its memory bounded, its end by the ladder of C8.2. */
export class Child {
  readonly #child: ChildProcess;
  readonly #last: string[] = [];
  #timers: NodeJS.Timeout[] = [];
  #ended = false;
  #why = "";

  /** How it ended, for a person; resolves once. */
  readonly exited: Promise<string>;

  constructor({ command: [program, ...args], folder, env, memoryMb, line }: ChildOptions) {
    // A process group of its own, so that its children end with it and a terminal's Ctrl-C drains the sidecar first.
    this.#child = spawn(program, args, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.#child.stdin?.on("error", () => {});
    for (const stream of ["stdout", "stderr"] as const) {
      const input = this.#child[stream];
      if (input === null) continue;
      createInterface({ input }).on("line", (text) => {
        this.#last.push(text);
        if (this.#last.length > MOST_LAST) this.#last.shift();
        line(text, stream);
      });
    }
    const memory = memoryMb === null ? undefined : setInterval(() => this.#measure(memoryMb), MEMORY_MS);
    this.exited = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#ended = true;
        clearInterval(memory);
        for (const timer of this.#timers) clearTimeout(timer);
        this.#signal("SIGKILL");
        resolve(this.#why === "" ? how : `${how}: ${this.#why}`);
      };
      this.#child.on("error", (error) => end(`cannot be started: ${error.message}`));
      this.#child.on("exit", (code, signal) => end(signal === null ? `exit ${code}` : `signal ${signal}`));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The newest lines that it wrote. */
  get lastLines(): readonly string[] {
    return this.#last;
  }

  /** Asks it to end, then tells it, then ends it. */
  async stop(graceMs: number): Promise<void> {
    this.#child.stdin?.end();
    this.#timers.push(
      setTimeout(() => this.#signal("SIGTERM"), graceMs),
      setTimeout(() => this.#signal("SIGKILL"), graceMs + KILL_MS),
    );
    await this.exited;
  }

  /** Ends it at once. */
  kill(why: string): void {
    if (this.#ended) return;
    this.#why = why;
    this.#signal("SIGKILL");
  }

  /** Ends it unless it has ended by itself soon. */
  expectEnd(): void {
    this.#timers.push(setTimeout(() => this.#signal("SIGKILL"), TERM_MS));
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody of its group is left.
    }
  }

  #measure(memoryMb: number): void {
    let pages: number;
    try {
      pages = Number(readFileSync(`/proc/${this.pid}/statm`, "utf8").split(" ")[1]);
    } catch {
      return;
    }
    const megabytes = (pages * PAGE_BYTES) / 1_048_576;
    // A heap limit of its own comes first where there is one; this bounds what lies outside the heap.
    if (megabytes > 1.5 * memoryMb + 64) this.kill(`it used ${Math.round(megabytes)} MB of memory`);
  }
}
