import type { Toolspan } from "toolspan/client";
import { Child } from "../runner/child.js";
import { environment } from "../runner/daemon.js";
import { folder } from "../runner/places.js";
import { freePort, listens } from "../runner/port.js";

const START_MS = 30_000;

/** An MCP server that a sidecar was told of. */
export interface Upstream {
  readonly source: string;
  /** Its line in `mcp_servers`. */
  readonly entry: string;
  /** The process that serves now; 0 where there is none. */
  pid(hub: Toolspan): Promise<number>;
  /** Starts it again where nobody else does. */
  restart(): Promise<void>;
}

/** A server over standard input and output, which the sidecar starts. */
export function overStdio(source: string, command: readonly string[], more = ""): Upstream {
  return {
    source,
    entry: `  - { source: ${source}, command: ${JSON.stringify(command)}${more && `, ${more}`} }\n`,
    pid: async (hub) => (await hub.hosts()).find((host) => host.source === source)?.pid ?? 0,
    restart: async () => {},
  };
}

/** A server over Streamable HTTP, which is told by PORT where to listen. */
export async function overHttp(
  source: string,
  command: readonly [string, ...string[]],
  more = "",
): Promise<Upstream & AsyncDisposable> {
  const port = await freePort();
  const start = async (): Promise<Child> => {
    const [program, ...args] = command;
    const child = new Child(program, args, { cwd: folder(), env: environment({ PORT: String(port) }) });
    if (!(await listens(port, START_MS))) {
      await child[Symbol.asyncDispose]();
      throw new Error(`${source} does not listen: ${child.stderr.slice(-2000)}`);
    }
    return child;
  };
  let child = await start();
  return {
    source,
    entry: `  - { source: ${source}, url: "http://127.0.0.1:${port}/mcp"${more && `, ${more}`} }\n`,
    pid: async () => (child.process.exitCode === null && child.process.signalCode === null ? child.pid : 0),
    restart: async () => {
      await child[Symbol.asyncDispose]();
      child = await start();
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
