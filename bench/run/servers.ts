import { join } from "node:path";
import { BENCH, BUILT, DEPS, ENVIRONMENT, TEMPORARY } from "./places.js";
import { Program } from "./program.js";
import { startSidecar } from "./sidecar.js";

const START_MS = 20_000;

export type ServerName =
  | "sidecar"
  | "bare"
  | "mcp-json"
  | "mcp-events"
  | "mcp-stdio"
  | "python-host"
  | "mcp-through"
  | "mcp-python-stdio"
  | "mcp-python-json"
  | "py4j"
  | `tools-${number}`;
export type Transport = "unix" | "tcp" | "stdio" | "http";

const PYTHON = join(DEPS, "python/bin/python");
const MCP_PYTHON = join(BENCH, "servers/mcp_python.py");

/** The servers of one run, each started when it is first asked for. */
export class Servers {
  readonly #programs = new Map<string, Program>();
  readonly #started = new Map<string, Promise<Readonly<Record<string, string>>>>();

  /** How a caller reaches a server: an address, a URL or a command. */
  async reach(name: ServerName, transport: Transport): Promise<readonly string[]> {
    if (name === "mcp-stdio") return [process.execPath, join(BUILT, "servers/mcp-stdio.js")];
    if (name === "mcp-python-stdio") return [PYTHON, MCP_PYTHON];
    const key =
      { "mcp-json": "json", "mcp-events": "events", "mcp-python-json": "json", py4j: "py4j" }[String(name)] ??
      transport;
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
    if (name === "mcp-python-json") return this.#program(name, [PYTHON, MCP_PYTHON, "http"]);
    if (name === "py4j") return this.#program(name, [PYTHON, join(BENCH, "servers/py4j_python.py")]);
    if (name === "mcp-through") {
      const stdio = await this.reach("mcp-stdio", "stdio");
      const [url = ""] = await this.reach("mcp-json", "http");
      const running = await startSidecar({ name, mcp: { stdio, url } });
      this.#programs.set(name, running.program);
      return { unix: running.unix, tcp: running.tcp };
    }
    const count = name.startsWith("tools-") ? { toolCount: Number(name.slice("tools-".length)) } : {};
    const { program, unix, tcp } = await startSidecar({ name, ...count, hasPythonHost: name === "python-host" });
    this.#programs.set(name, program);
    return { unix, tcp };
  }

  async #peer(name: string, file: string, ...args: string[]): Promise<Readonly<Record<string, string>>> {
    return this.#program(name, [process.execPath, join(BUILT, "servers", file), ...args]);
  }

  async #program(name: string, command: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const program = new Program({ command, env: ENVIRONMENT });
    this.#programs.set(name, program);
    return (await program.line(START_MS)) as Record<string, string>;
  }
}

// Both forms of MCP over HTTP are one process.
function programOf(name: ServerName): string {
  return name === "mcp-json" || name === "mcp-events" ? "mcp" : name;
}
