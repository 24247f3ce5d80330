import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { until } from "./wait.js";

const alive = new Set<ChildProcess>();

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of this run, what it wrote, and its end. */
export class Child implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly ended: Promise<End>;
  /** Characters of its output that are kept. */
  kept = 200_000;
  stdout = "";
  stderr = "";
  onStdout: (text: string) => void = () => {};

  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
    alive.add(this.process);
    this.process.stdin?.on("error", () => {});
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout = (this.stdout + text).slice(-this.kept);
      this.onStdout(text);
    });
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr = (this.stderr + text).slice(-this.kept);
    });
    this.ended = new Promise((resolve) => {
      this.process.once("error", (error) => {
        alive.delete(this.process);
        this.stderr += String(error);
        resolve({ code: null, signal: null });
      });
      this.process.once("close", (code, signal) => {
        alive.delete(this.process);
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  kill(signal: NodeJS.Signals): void {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin?.destroy();
    this.kill("SIGKILL");
    await this.ended;
  }
}

/** Ends every process of this run at once. */
export function killAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}

/** Whether a process that is no child of ours lives. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process is gone within some milliseconds. */
export async function gone(pid: number, ms: number): Promise<boolean> {
  return until(
    ms,
    () => !lives(pid),
    (dead) => dead,
  );
}
