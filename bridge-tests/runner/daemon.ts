import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Child } from "./child.js";
import { field, number, text } from "./expand.js";
import { fixture, folder, ROOT } from "./places.js";
import { parse, type Tree } from "./tree.js";
import { within } from "./wait.js";

/** How a sidecar is started; all of it optional. */
export interface Start {
  /** Fixture modules by name. */
  readonly tools?: readonly string[];
  /** Default: a socket in a folder of its own; an empty text leaves the option out. */
  readonly listen?: string;
  readonly more?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly umask?: string;
  /** Text of a configuration file. */
  readonly config?: string;
}

/** A real sidecar process. */
export class Daemon implements AsyncDisposable {
  readonly child: Child;
  readonly ready: Tree;

  constructor(child: Child, ready: Tree) {
    this.child = child;
    this.ready = ready;
  }

  get address(): string {
    return text(field(this.ready, "address")) ?? "";
  }

  /** The pid in the ready line, which is the process that serves. */
  get pid(): number {
    return number(field(this.ready, "pid")) ?? -1;
  }

  /** Ends it politely, and by force where that takes too long. */
  async stop(): Promise<void> {
    this.child.kill("SIGTERM");
    const killer = setTimeout(() => this.child.kill("SIGKILL"), 12_000);
    await this.child.ended;
    clearTimeout(killer);
  }

  /** Ends it; where it had aborted by itself, what it said last is shown. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
    const { signal } = await this.child.ended;
    if (signal !== null && !ENDED_BY_US.includes(signal)) {
      console.error(`a sidecar ended by ${signal}:\n${this.child.stderr.slice(-4000)}`);
    }
  }
}

// What a test ends a sidecar with.
const ENDED_BY_US: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];

export const CLI = join(ROOT, "bin", "toolspan");

/** A clean environment: what the user of the machine has set must not change a run. */
export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith("TOOLSPAN_") && key !== "XDG_RUNTIME_DIR");
  return { ...Object.fromEntries(own), ...more };
}

/** Starts `serve` without waiting for anything. */
export function launch(start: Start = {}): Child {
  const listen = start.listen ?? `unix:${join(folder(), "s.sock")}`;
  const modules = (start.tools ?? ["values"]).flatMap((name) => ["--tools", fixture(name)]);
  const listening = listen === "" ? [] : ["--listen", listen];
  const config = start.config === undefined ? [] : ["--config", written(start.config)];
  const args = ["serve", ...listening, ...config, ...modules, "--with-parent", ...(start.more ?? [])];
  const env = environment({ XDG_RUNTIME_DIR: folder(), ...start.env });
  const options = { cwd: folder(), env };
  if (start.umask === undefined) return new Child(CLI, args, options);
  // exec keeps the pid, so that --with-parent sees this process as its parent
  return new Child("sh", ["-c", `umask ${start.umask}; exec "$0" "$@"`, CLI, ...args], options);
}

function written(config: string): string {
  const file = join(folder(), "toolspan.yaml");
  writeFileSync(file, config);
  return file;
}

/** Waits for the ready line of a launched sidecar. */
export async function ready(child: Child): Promise<Daemon> {
  const line = new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const end = child.stdout.indexOf("\n");
      if (end >= 0) resolve(child.stdout.slice(0, end));
    };
    child.onStdout = look;
    look();
    void child.ended.then(({ code }) => reject(new Error(`serve ended with ${code}: ${child.stderr.slice(-2000)}`)));
  });
  return new Daemon(child, parse(await within(30_000, "serve", line)));
}

/** Starts a sidecar and waits until it is ready. */
export async function serve(start: Start = {}): Promise<Daemon> {
  const child = launch(start);
  try {
    return await ready(child);
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}
