import { join } from "node:path";
import { Child } from "./child.js";
import { environment } from "./daemon.js";
import type { MatrixHost } from "./matrix-hosts.js";
import { portOf } from "./mcp-servers.js";
import { folder, TESTS } from "./places.js";

const SERVER = join(TESTS, "mcp", "matrix.mjs");
const node = /^Node\.js \d+\.\d+\.\d+$/;

/** The tools of the matrix as an MCP server of either revision says them; its host says why it calls nobody. */
function mcpHost(name: string, config: string): MatrixHost {
  const mute = "an MCP server offers tools and has no way to call those of its client";
  return { name, source: `m_${name}`, language: "mcp", family: "mcp", runtime: node, isSidecar: false, config, mute };
}

/** An MCP server over HTTP that is started again, at its port, whenever it ends, as a service manager would. */
export class MatrixMcp implements AsyncDisposable {
  #child: Child;
  #over = false;
  readonly #port: number;
  readonly #restarting: Promise<void>;
  /** The server over standard input and output, which the sidecar starts, and this one. */
  readonly hosts: readonly MatrixHost[];

  private constructor(child: Child, port: number) {
    this.#child = child;
    this.#port = port;
    this.#restarting = this.#again();
    const command = JSON.stringify([process.execPath, SERVER]);
    this.hosts = [
      mcpHost("mcp_stdio", `{ source: m_mcp_stdio, command: ${command} }`),
      mcpHost("mcp_http", `{ source: m_mcp_http, url: "http://127.0.0.1:${port}/mcp", retries: 10 }`),
    ];
  }

  static async start(): Promise<MatrixMcp> {
    const child = launch(0);
    return new MatrixMcp(child, await portOf(child));
  }

  get pid(): number {
    return this.#child.pid;
  }

  async #again(): Promise<void> {
    for (;;) {
      await this.#child.ended;
      if (this.#over) return;
      this.#child = launch(this.#port);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    await this.#child[Symbol.asyncDispose]();
    await this.#restarting;
  }
}

function launch(port: number): Child {
  return new Child(process.execPath, [SERVER, "--http", String(port)], { cwd: folder(), env: environment() });
}
