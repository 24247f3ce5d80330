import { join } from "node:path";
import { Child } from "./child.js";
import { environment } from "./daemon.js";
import { folder, TESTS } from "./places.js";
import { until } from "./wait.js";

const FAULTS = join(TESTS, "mcp", "faults.mjs");

/** How a server is reached, and the revision that it speaks. */
export const PLACES = ["old_stdio", "new_stdio", "old_http", "new_http"] as const;

/** The server of the faults over standard input and output, as an entry of `mcp_servers`. */
export function stdioEntry(source: string, flags: readonly string[] = [], more = ""): string {
  const command = JSON.stringify([process.execPath, FAULTS, ...flags]);
  return `  - { source: ${source}, command: ${command}${more && `, ${more}`} }\n`;
}

/** The port that a server over HTTP tells in its first line. */
export async function portOf(child: Child): Promise<number> {
  const line = await until(
    20_000,
    () => child.stdout,
    (text) => text.includes("\n"),
  );
  return (JSON.parse(line) as { port: number }).port;
}

/** The server of the faults over HTTP, running. */
export class HttpFaults implements AsyncDisposable {
  readonly child: Child;
  readonly url: string;

  constructor(child: Child, port: number) {
    this.child = child;
    this.url = `http://127.0.0.1:${port}/mcp`;
  }

  static async start(
    flags: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    port = 0,
  ): Promise<HttpFaults> {
    const args = [FAULTS, "--http", String(port), ...flags];
    const child = new Child(process.execPath, args, { cwd: folder(), env: environment(env) });
    return new HttpFaults(child, await portOf(child));
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Its entry of `mcp_servers`. */
  entry(source: string, more = ""): string {
    return `  - { source: ${source}, url: ${JSON.stringify(this.url)}${more && `, ${more}`} }\n`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
  }
}
