import { join } from "node:path";
import type { Reply, Request } from "../callers/protocol.js";
import { BENCH, BUILT, DEPS, ENVIRONMENT, PROJECT } from "./places.js";
import { Program } from "./program.js";

export type Caller = "node" | "python" | "asyncio" | "java" | "java-async";

const HANG_MS = 30_000;
const JAR = join(PROJECT, "clients/java/toolspan-client/target/toolspan-client-0.1.0.jar");
const CLASSES = [join(DEPS, "java/classes"), JAR, join(DEPS, "java/lib/*")].join(":");

const COMMANDS = {
  node: [process.execPath, join(BUILT, "callers/node.js")],
  python: [join(DEPS, "python/bin/python"), join(BENCH, "callers/python/main.py"), "sync"],
  asyncio: [join(DEPS, "python/bin/python"), join(BENCH, "callers/python/main.py"), "asyncio"],
  java: ["java", "-Xmx1g", "-cp", CLASSES, "dev.toolspan.bench.Main", "threads"],
  "java-async": ["java", "-Xmx1g", "-cp", CLASSES, "dev.toolspan.bench.Main", "futures"],
} satisfies Record<Caller, readonly string[]>;

/** The caller programs of one run, each started when it is first needed and again after it hung or died. */
export class Callers {
  readonly #programs = new Map<Caller, Program>();

  /** Has a caller measure something. What went wrong with it is part of the reply. */
  async measure(caller: Caller, request: Request): Promise<Reply> {
    let program = this.#programs.get(caller);
    if (program === undefined) {
      program = new Program({ command: COMMANDS[caller], env: ENVIRONMENT });
      this.#programs.set(caller, program);
    }
    try {
      return replyOf(await program.ask(request, HANG_MS + request.ms));
    } catch (error) {
      this.#programs.delete(caller);
      await program.stop("SIGTERM");
      return failed(String(error));
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#programs.values()].map((program) => program.stop()));
  }
}

function replyOf(line: unknown): Reply {
  if (typeof line === "object" && line !== null && "ops" in line) return line as Reply;
  return failed(JSON.stringify(line));
}

function failed(error: string): Reply {
  return { ops: 0, seconds: 1, p50_us: 0, p99_us: 0, failed: 1, error: error.slice(0, 400) };
}
