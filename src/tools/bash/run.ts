// One script in a bash of its own: a session, limits, and an end that leaves nobody behind.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Family, tasksOf } from "./family.js";
import type { BashLimits } from "./options.js";
import { keep } from "./output.js";

export interface Script {
  readonly text: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly limits: BashLimits;
  /** Aborted where nobody waits any more. */
  readonly stop: AbortSignal;
}

/** How a script ended. */
export type Ended =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "ended"; readonly why: "timeout" | "stopped" | "output" | "memory" | "processes" }
  | { readonly kind: "failed"; readonly message: string };

// By this variable a process is known whose parents are gone.
const MARK = "TOOLSPAN_BASH";
const WATCH_MS = 200;
const CLOSE_MS = 2000;
const FILE_BLOCKS = 1 << 20;

/** Runs a script to its end, whatever that is; all its processes are gone when this resolves. */
export async function runScript(script: Script): Promise<Ended> {
  const { text, cwd, env, timeoutMs, limits, stop } = script;
  const id = randomUUID();
  const bounded = `${await boundsOf(limits, timeoutMs)}\n${text}`;
  if (stop.aborted) return { kind: "ended", why: "stopped" };
  const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", bounded], {
    cwd,
    env: { ...env, [MARK]: id },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const family = child.pid === undefined ? null : new Family(child.pid, `${MARK}=${id}`);
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  let why: Extract<Ended, { kind: "ended" }>["why"] | null = null;
  const end = (reason: NonNullable<typeof why>): void => {
    why ??= reason;
    void family?.kill();
  };
  const onStop = (): void => end("stopped");
  stop.addEventListener("abort", onStop);
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  let isLooking = false;
  const watch = setInterval(async () => {
    if (isLooking || family === null || why !== null) return;
    isLooking = true;
    const size = await family.size();
    isLooking = false;
    if (size.processes > limits.processes) end("processes");
    else if (size.bytes > limits.memoryMb * 1_048_576) end("memory");
  }, WATCH_MS);
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    keep(stream, limits.outputBytes, () => end("output")),
  );
  try {
    const code = await exitOf(child);
    // What the script left behind would hold the streams open, and live on.
    await family?.kill();
    await Promise.race([closed, pause(CLOSE_MS, undefined, { ref: false })]);
    if (typeof code === "string") return { kind: "failed", message: code };
    if (why !== null) return { kind: "ended", why };
    return { kind: "exited", code, stdout: stdout?.text() ?? "", stderr: stderr?.text() ?? "" };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    stop.removeEventListener("abort", onStop);
  }
}

// Its exit code, 128 and more for a signal as shells count, or why there is no process.
function exitOf(child: ReturnType<typeof spawn>): Promise<number | string> {
  return new Promise((resolve) => {
    const numbers: Readonly<Record<string, number>> = {
      SIGKILL: 9,
      SIGTERM: 15,
      SIGSEGV: 11,
      SIGXCPU: 24,
      SIGXFSZ: 25,
    };
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(code ?? 128 + (numbers[signal ?? ""] ?? 0)));
  });
}

// Limits of the kernel: on memory of one process, processor time, processes of this user, files and core dumps.
async function boundsOf({ memoryMb, processes }: BashLimits, timeoutMs: number): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  // The kernel counts all processes of a user, and none of root's.
  const most = uid === 0 ? null : (await tasksOf(uid)) + processes;
  const bounds = [
    "-c 0",
    `-d ${memoryMb * 1024}`,
    `-t ${Math.ceil(timeoutMs / 1000) + 1}`,
    `-f ${FILE_BLOCKS}`,
    ...(most === null ? [] : [`-u ${most}`]),
  ];
  return bounds.map((bound) => `ulimit ${bound} 2>/dev/null`).join("\n");
}
