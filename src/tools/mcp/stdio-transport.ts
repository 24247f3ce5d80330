import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { protectNumbers, restoreNumbers } from "./exact.js";
import { Lines } from "./lines.js";
import type { McpLog, McpWay } from "./options.js";

export interface StdioParts {
  readonly way: Extract<McpWay, { kind: "stdio" }>;
  readonly maxMessageBytes: number;
  readonly log: McpLog;
}

const DRAIN_MS = 100;
const CLOSE_MS = 1000;
const KILL_MS = 2000;
const SHOWN = 200;

/** A server as a child process: one JSON text a line; other lines are noise, its stderr goes into the log (C4.3). */
export class StdioTransport implements Transport {
  declare onclose?: () => void;
  declare onerror?: (error: Error) => void;
  declare onmessage?: (message: JSONRPCMessage) => void;
  /** How the process ended, once it has. */
  ended = "";
  readonly #parts: StdioParts;
  #child: ChildProcessWithoutNullStreams | null = null;
  #exited: Promise<void> = Promise.resolve();

  constructor(parts: StdioParts) {
    this.#parts = parts;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { way, log, maxMessageBytes } = this.#parts;
    const [program, ...args] = way.command;
    // A process group of its own, so that its children end with it and a terminal's Ctrl-C drains the sidecar first.
    const child = spawn(program, args, {
      cwd: way.folder,
      env: { ...getDefaultEnvironment(), ...way.env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      const end = (how: string): void => {
        if (this.ended !== "") return;
        this.ended = how;
        this.#signal("SIGKILL");
        resolve();
        this.onclose?.();
      };
      child.on("error", (error) => end(`cannot be started: ${error.message}`));
      child.on("exit", (code, signal) => {
        // What it wrote last may still be in the pipe.
        const how = signal === null ? `exit ${code}` : `signal ${signal}`;
        if (child.stdout.closed) return end(how);
        const timer = setTimeout(() => end(how), DRAIN_MS);
        child.stdout.once("close", () => {
          clearTimeout(timer);
          end(how);
        });
      });
    });
    child.stdin.on("error", () => {});
    createInterface({ input: child.stderr }).on("line", (text) => log("info", text, { stream: "stderr" }));
    const lines = new Lines(maxMessageBytes);
    child.stdout.on("data", (chunk: Buffer) => {
      const complete = lines.add(chunk);
      if (complete === null) {
        log("error", `a message is longer than ${maxMessageBytes} bytes: the server is ended`);
        this.#signal("SIGKILL");
      }
      for (const line of complete ?? []) this.#read(line);
    });
    await Promise.race([once(child, "spawn"), this.#exited]);
    if (this.ended !== "") throw new Error(`the server ${this.ended}`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === null || this.ended !== "" || !child.stdin.writable) throw new Error("the connection is closed");
    if (!child.stdin.write(`${restoreNumbers(JSON.stringify(message))}\n`)) {
      await Promise.race([once(child.stdin, "drain"), this.#exited]);
    }
  }

  /** The ladder of C8.2: standard input closed, TERM, KILL. */
  async close(): Promise<void> {
    if (this.#child === null || this.ended !== "") return;
    this.#child.stdin.end();
    const timers = [
      setTimeout(() => this.#signal("SIGTERM"), CLOSE_MS),
      setTimeout(() => this.#signal("SIGKILL"), CLOSE_MS + KILL_MS),
    ];
    await this.#exited;
    for (const timer of timers) clearTimeout(timer);
  }

  #read(line: string): void {
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line.includes('"result"') ? protectNumbers(line) : line);
    } catch {
      message = undefined;
    }
    if (isMessage(message)) this.onmessage?.(message);
    else this.#parts.log("warn", `a line on standard output is no message: ${line.slice(0, SHOWN)}`);
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody of its group is left.
    }
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}
