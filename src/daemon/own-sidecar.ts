import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ToolspanError } from "../client/errors.js";
import { ensureRuntimeFolder } from "./runtime-folder.js";

/** A sidecar of this process's own. */
export interface OwnSidecar {
  readonly address: string;
  /** Resolves when it has ended, with what it said of its end. */
  readonly ended: Promise<string>;
  /** Tells it to stop, and ends it where it does not. */
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("./main.js", import.meta.url));
const KILL_MS = 2000;

/** Starts `toolspan serve` beside this process, on a socket that only this user reaches; it ends with this process. */
export async function startSidecar(flags: readonly string[], graceMs: number): Promise<OwnSidecar> {
  const path = join(ensureRuntimeFolder(), `own-${process.pid}.sock`);
  const args = [MAIN, "serve", "--listen", `unix:${path}`, "--with-parent", ...flags];
  // A process group of its own: Ctrl-C at a terminal reaches this process first, which lets calls finish.
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(`cannot be started: ${error.message}`));
    child.on("exit", (code, signal) => resolve(signal === null ? `exit ${code}` : `signal ${signal}`));
  });
  void ended.then(() => rmSync(path, { force: true }));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  const first = await Promise.race([ready, ended.then(() => null)]);
  if (first === null) throw new ToolspanError(`The sidecar cannot be started: ${await ended}.`);
  return {
    address: `unix:${path}`,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMs + KILL_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
