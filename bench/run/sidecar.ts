import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BENCH, DEPS, ENVIRONMENT, PROJECT, TEMPORARY } from "./places.js";
import { Program } from "./program.js";

/** A running server and where it is. */
export interface Running {
  readonly program: Program;
  readonly unix: string;
  readonly tcp: string;
}

const START_MS = 30_000;
const MANY = 20_000;

/** What differs between the sidecars of one run. */
export interface SidecarOptions {
  readonly name: string;
  /** Offers this many tools in one worker, instead of the two of the bench in a worker and inline. */
  readonly toolCount?: number;
  readonly nodeOptions?: readonly string[];
  /** Offers the echo of the bench from a Python process, too. */
  readonly hasPythonHost?: boolean;
  /** Offers the tools of MCP's official server, too: over stdio by its command, over HTTP by its URL. */
  readonly mcp?: { readonly stdio: readonly string[]; readonly url: string };
}

/** Starts the daemon as it is shipped, on a socket and a TCP port. */
export async function startSidecar({
  name,
  toolCount,
  nodeOptions = [],
  hasPythonHost = false,
  mcp,
}: SidecarOptions): Promise<Running> {
  const work = join(BENCH, "tools/work.ts");
  const hosted = join(BENCH, "tools/work.py");
  const python = join(DEPS, "python/bin/python");
  const many = join(BENCH, "tools/many.ts");
  const config = {
    listen: [`unix:${join(TEMPORARY, `${name}.sock`)}`, "127.0.0.1:0"],
    tools:
      toolCount === undefined
        ? [
            { file: work, source: "worker", isolation: "worker" },
            { file: work, source: "inline", isolation: "inline" },
          ]
        : [{ file: many, source: "worker", isolation: "worker", env: { BENCH_TOOLS: String(toolCount) } }],
    ...(hasPythonHost && { hosts: [{ source: "python", language: "python", file: hosted, python }] }),
    ...(mcp !== undefined && {
      mcp_servers: [
        { source: "stdio", command: mcp.stdio },
        { source: "http", url: mcp.url },
      ],
    }),
    limits: { in_flight: MANY, in_flight_per_peer: MANY },
    log: { level: "warn" },
  };
  const path = join(TEMPORARY, `${name}.yaml`);
  writeFileSync(path, JSON.stringify(config));
  const program = new Program({
    command: [
      process.execPath,
      ...nodeOptions,
      join(PROJECT, "bin/toolspan"),
      "serve",
      "--config",
      path,
      "--with-parent",
    ],
    env: { ...ENVIRONMENT, TOOLSPAN_ADDRESS: undefined },
    cwd: TEMPORARY,
  });
  const ready = await program.line(START_MS);
  const addresses = typeof ready === "object" && ready !== null && "addresses" in ready ? ready.addresses : [];
  const [unix, tcp] = Array.isArray(addresses) ? addresses.map(String) : [];
  if (unix === undefined || tcp === undefined) throw new Error(`The sidecar said ${JSON.stringify(ready)}.`);
  return { program, unix, tcp };
}
