import { join } from "node:path";
import { BUILT, ENVIRONMENT, TEMPORARY } from "./places.js";
import { Program } from "./program.js";
import { startSidecar } from "./sidecar.js";

const START_MS = 20_000;

export type ServerName = "sidecar" | "bare" | "mcp-json" | "mcp-events" | "mcp-stdio" | `tools-${number}`;
export type Transport = "unix" | "tcp" | "stdio" | "http";

/** The servers of one run, each started when it is first asked for. */
export class Servers {
  readonly #programs = new Map<string, Program>();
  readonly #started = new Map<string, Promise<Readonly<Record<string, string>>>>();

  /** How a caller reaches a server: an address, a URL or a command. */
  async reach(name: ServerName, transport: Transport): Promise<readonly string[]> {
    if (name === "mcp-stdio") return [process.execPath, join(BUILT, "servers/mcp-stdio.js")];
    const key = { "mcp-json": "json", "mcp-events": "events" }[String(name)] ?? transport;
    return [(await this.#once(programOf(name)))[key] ?? ""];
  }

  /** The process of a server that runs; undefined for one that its client starts. */
  pid(name: ServerName): number | undefined {
    return this.#programs.get(programOf(name))?.pid;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#programs.values()].map((program) => program.stop("SIGTERM")));
  }

  #once(name: string): Promise<Readonly<Record<string, string>>> {
    let started = this.#started.get(name);
    if (started === undefined) {
      started = this.#start(name);
      this.#started.set(name, started);
    }
    return started;
  }

  async #start(name: string): Promise<Readonly<Record<string, string>>> {
    if (name === "mcp") return this.#peer(name, "mcp-http.js");
    if (name === "bare") return this.#peer(name, "bare.js", join(TEMPORARY, "bare.sock"));
    const count = name.startsWith("tools-") ? { toolCount: Number(name.slice("tools-".length)) } : {};
    const { program, unix, tcp } = await startSidecar({ name, ...count });
    this.#programs.set(name, program);
    return { unix, tcp };
  }

  async #peer(name: string, file: string, ...args: string[]): Promise<Readonly<Record<string, string>>> {
    const program = new Program({
      command: [process.execPath, join(BUILT, "servers", file), ...args],
      env: ENVIRONMENT,
    });
    this.#programs.set(name, program);
    return (await program.line(START_MS)) as Record<string, string>;
  }
}

// Both forms of MCP over HTTP are one process.
function programOf(name: ServerName): string {
  return name === "mcp-json" || name === "mcp-events" ? "mcp" : name;
}
