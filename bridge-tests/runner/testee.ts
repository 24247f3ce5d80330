import { join } from "node:path";
import { Child } from "./child.js";
import { environment } from "./daemon.js";
import { BUILD, folder, ROOT, TESTS } from "./places.js";
import { parse, type Tree, type TreeMap, toTree, write } from "./tree.js";
import { within } from "./wait.js";

/** Who calls: `python-aio` is the Python testee on `toolspan.aio`, `cli` is `bin/toolspan call`, `mcp-client` MCP's own client, `sidecar` needs no caller. */
export const LANGUAGES = ["typescript", "python", "python-aio", "java", "cli", "mcp-client", "sidecar"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Sdk = Exclude<Language, "cli" | "mcp-client" | "sidecar">;
export const SDKS: readonly Sdk[] = ["typescript", "python", "python-aio", "java"];

/** Whether a caller is one of our clients. */
export function isSdk(language: Language): language is Sdk {
  return SDKS.some((one) => one === language);
}

/** The Java client as it is published. */
export const JAR = join(ROOT, "clients/java/toolspan-client/target/toolspan-client-0.1.0.jar");
const PYTHON = join(ROOT, ".venv/bin/python");

const COMMANDS = {
  typescript: [process.execPath, join(BUILD, "testees/typescript/testee.js")],
  python: [PYTHON, join(TESTS, "testees/python/testee.py")],
  "python-aio": [PYTHON, join(TESTS, "testees/python/testee.py"), "--aio"],
  java: [
    "java",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xmx1200m",
    "-cp",
    `${JAR}:${join(BUILD, "java")}`,
    "Testee",
  ],
} satisfies Record<Sdk, readonly string[]>;

const HANG_MS = 60_000;
/** A busy machine starts a testee, and the next sidecar that its calls wait for, more slowly than a user would wait. */
const CONNECT_MS = 30_000;

/** A program built on one shipped client, which does what it is told line by line. */
export class Testee implements AsyncDisposable {
  readonly language: Sdk;
  readonly child: Child;
  readonly #waiting = new Map<string, { resolve(reply: TreeMap): void; reject(error: Error): void }>();
  #rest: string[] = [];
  #count = 0;

  constructor(language: Sdk, env: Readonly<Record<string, string>> = {}) {
    const [command = "", ...args] = COMMANDS[language];
    this.language = language;
    this.child = new Child(command, args, { cwd: folder(), env: environment({ XDG_RUNTIME_DIR: folder(), ...env }) });
    this.child.onStdout = (text) => this.#read(text);
    void this.child.ended.then(({ code, signal }) => {
      const why = `the ${language} testee ended (${code ?? signal}): ${this.child.stderr.slice(-3000)}`;
      for (const { reject } of this.#waiting.values()) reject(new Error(why));
      this.#waiting.clear();
    });
  }

  /** Sends a command and waits for its answer; commands may overlap. */
  ask(op: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TreeMap> {
    const id = String(this.#count++);
    const answer = new Promise<TreeMap>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.child.process.stdin?.write(`${write(toTree({ id, op, ...fields }))}\n`);
    return within(HANG_MS, `${this.language} ${op}`, answer);
  }

  /** Connects, and hands back the answer, which may say what was raised. */
  connect(address: string | undefined, fields: Readonly<Record<string, unknown>> = {}): Promise<TreeMap> {
    return this.ask("connect", { address, ...fields });
  }

  #read(text: string): void {
    const lines = text.split("\n");
    this.#rest.push(lines[0] ?? "");
    for (const line of lines.slice(1)) {
      const whole = this.#rest.join("");
      this.#rest = [line];
      if (whole !== "") this.#answer(whole);
    }
  }

  #answer(line: string): void {
    const reply = parse(line);
    const id = reply instanceof Map ? String(reply.get("id")) : "";
    if (reply instanceof Map) this.#waiting.get(id)?.resolve(reply);
    this.#waiting.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
  }
}

/** A testee that is connected; anything else is an environment that cannot be started, and fails the run. */
export async function connected(
  language: Sdk,
  address: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Testee> {
  const testee = new Testee(language);
  const reply = await testee.connect(address, { connect_timeout_ms: CONNECT_MS, ...fields });
  const raised = reply.get("raised");
  if (raised !== undefined) {
    await testee[Symbol.asyncDispose]();
    throw new Error(`the ${language} testee cannot connect: ${write(raised as Tree)}`);
  }
  return testee;
}
