import type { Registry } from "../invoke/registry.js";
import type { HostStatus } from "../model/host-status.js";
import type { McpLog, McpServerOptions } from "../tools/mcp/options.js";
import { McpServer } from "../tools/mcp/server.js";
import type { Log } from "./log.js";
import { VERSION } from "./version.js";

/** The MCP servers of the configuration; they connect by themselves, and nothing waits for them (C8.1). */
export class McpServers {
  readonly #servers: readonly McpServer[];

  constructor(all: readonly McpServerOptions[], registry: Registry, log: Log) {
    this.#servers = all.map(
      (options) => new McpServer({ options, version: VERSION, registry, log: mcpLog(log, options.source) }),
    );
  }

  start(): void {
    for (const server of this.#servers) server.start();
  }

  list(): readonly HostStatus[] {
    return this.#servers.map((server) => server.status());
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

/** The log of one server, under its source. */
export function mcpLog(log: Log, source: string): McpLog {
  return (level, message, fields) => log[level]({ mcp: source, ...fields }, message);
}
