import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ProgramOptions {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

const STOP_MS = 3000;
const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/** A program that speaks JSON lines; it ends when its stdin does, and is killed by its pid where it does not. */
export class Program {
  readonly #child: ChildProcess;
  readonly #waiting: { resolve: (line: unknown) => void; reject: (error: Error) => void }[] = [];
  readonly #ended: Promise<void>;
  #errors = "";

  constructor({ command, env, cwd }: ProgramOptions) {
    const [file = "", ...args] = command;
    this.#child = spawn(file, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"] });
    living.add(this.#child);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-2000);
    });
    this.#child.stdin?.on("error", () => {});
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        if (line.startsWith("{")) this.#waiting.shift()?.resolve(JSON.parse(line));
      });
    }
    this.#ended = new Promise((resolve) => {
      const end = (why: string): void => {
        living.delete(this.#child);
        for (const { reject } of this.#waiting.splice(0)) reject(new Error(`${file} ${why}: ${this.#errors}`));
        resolve();
      };
      this.#child.on("error", (error) => end(error.message));
      this.#child.on("exit", (code) => end(`ended with ${code}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The next line that the program writes. */
  line(boundMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no line within ${boundMs} ms: ${this.#errors}`)), boundMs);
      this.#waiting.push({
        resolve: (line) => {
          clearTimeout(timer);
          resolve(line);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }

  /** Writes a line and waits for the one that answers it. */
  ask(request: unknown, boundMs: number): Promise<unknown> {
    const answer = this.line(boundMs);
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    return answer;
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.#child.stdin?.end();
    if (signal !== undefined) this.#child.kill(signal);
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    await this.#ended;
    clearTimeout(kill);
  }
}
