import { Client, SdkHttpError, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { authHeaders, oauthOf } from "./auth.js";
import { restoreNumbers } from "./exact.js";
import { mcpFetch } from "./fetch.js";
import type { McpLog, McpServerOptions } from "./options.js";
import { allPages } from "./pages.js";
import { StdioTransport } from "./stdio-transport.js";
import { subscribe } from "./subscription.js";
import { tap } from "./tap.js";

export interface ConnectionParts {
  readonly options: McpServerOptions;
  /** Of the sidecar, as it introduces itself. */
  readonly version: string;
  readonly log: McpLog;
  /** The list of tools changed. */
  readonly changed: () => void;
  /** The connection ended by itself. */
  readonly closed: (how: string) => void;
}

/** How one request is bounded and followed. */
export interface Asked {
  readonly signal?: AbortSignal;
  /** Of the HTTP request. */
  readonly headers?: Record<string, string>;
  readonly progress?: (update: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
}

export const LISTS = {
  tools: { method: "tools/list", key: "tools", capability: "tools" },
  prompts: { method: "prompts/list", key: "prompts", capability: "prompts" },
  resources: { method: "resources/list", key: "resources", capability: "resources" },
  templates: { method: "resources/templates/list", key: "resourceTemplates", capability: "resources" },
} as const;

// The caller's budget bounds a request, and this only has to be longer.
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const CLOSE_MS = 1000;
const RAW = z.looseObject({ raw: z.unknown() });

/** One connection to an MCP server, of whichever revision both speak. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: StdioTransport | StreamableHTTPClientTransport;
  readonly #parts: ConnectionParts;
  #state: "open" | "closed" = "open";

  /** Connects within the server's time, or rejects. */
  static async open(parts: ConnectionParts): Promise<McpConnection> {
    const { protocol } = parts.options;
    const mode = protocol === null ? "auto" : protocol === "2025-11-25" ? "legacy" : { pin: protocol };
    try {
      return await connect(parts, mode);
    } catch (error) {
      // A server of the older revision may end at a request that it does not know.
      if (mode !== "auto" || parts.options.way.kind !== "stdio") throw error;
      parts.log("debug", "negotiation failed; the older revision is tried", { error: String(error) });
      return await connect(parts, "legacy");
    }
  }

  constructor(client: Client, transport: StdioTransport | StreamableHTTPClientTransport, parts: ConnectionParts) {
    this.#client = client;
    this.#transport = transport;
    this.#parts = parts;
    client.onclose = () => {
      if (this.#state === "closed") return;
      this.#state = "closed";
      parts.closed(transport instanceof StdioTransport ? transport.ended : "the connection was closed");
    };
    client.onerror = (error) => parts.log("debug", error.message);
  }

  get pid(): number {
    return this.#transport instanceof StdioTransport ? this.#transport.pid : 0;
  }

  /** Whether the server keeps a session for this connection. */
  get hasSession(): boolean {
    return this.#transport instanceof StreamableHTTPClientTransport && this.#transport.sessionId !== undefined;
  }

  /** Whether the server still knows the session, asked by a ping, which nothing else can be wrong with. */
  async knowsSession(): Promise<boolean> {
    try {
      await this.#client.ping({ timeout: this.#parts.options.connectMs });
      return true;
    } catch (error) {
      return !(error instanceof SdkHttpError) || (error.status !== 400 && error.status !== 404);
    }
  }

  get protocolVersion(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? "";
  }

  /** Whether both speak a revision in which structured content is always an object. */
  get isOlder(): boolean {
    return this.protocolVersion < "2026";
  }

  /** What the server calls itself. */
  get serverName(): string {
    const server = this.#client.getServerVersion();
    return server === undefined ? "" : `${server.name} ${server.version}`;
  }

  /** Follows the list of tools, as the newer revision wants it. */
  async subscribe(): Promise<void> {
    const { options, changed, log } = this.#parts;
    await subscribe(this.#client, {
      timeoutMs: options.connectMs,
      isOpen: () => this.#state === "open",
      changed,
      log: (message) => log("debug", message),
    });
  }

  /** The result as the server wrote it, its numbers protected. */
  async ask(
    method: string,
    params: Record<string, unknown>,
    { signal, progress, headers }: Asked = {},
  ): Promise<unknown> {
    const { raw } = await this.#client.request({ method, params }, RAW, {
      timeout: NO_TIMEOUT_MS,
      ...(signal !== undefined && { signal }),
      ...(headers !== undefined && { headers }),
      ...(progress !== undefined && {
        onprogress: ({ progress: done, total, message }) =>
          progress({
            progress: done,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          }),
      }),
    });
    return raw;
  }

  /** Every item of a list, all pages; none where the server does not offer such a list. */
  async list(kind: keyof typeof LISTS, asked: Asked = {}): Promise<readonly unknown[]> {
    const { method, key, capability } = LISTS[kind];
    if (this.#client.getServerCapabilities()?.[capability] === undefined) return [];
    return allPages(
      async (cursor) => {
        const page = await this.read(method, cursor === undefined ? {} : { cursor }, asked);
        const items = page[key];
        if (!Array.isArray(items)) throw new Error(`the answer to ${method} has no list of ${key}`);
        return { items, next: typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined };
      },
      (message) => this.#parts.log("warn", `${method}: ${message}`),
    );
  }

  /** As `ask`, with ordinary numbers; for what is shown and not carried. */
  async read(method: string, params: Record<string, unknown>, asked: Asked = {}): Promise<Record<string, unknown>> {
    const raw = await this.ask(method, params, asked);
    const value: unknown = JSON.parse(restoreNumbers(JSON.stringify(raw ?? null)));
    if (typeof value !== "object" || value === null) throw new Error(`the answer to ${method} is no object`);
    return value as Record<string, unknown>;
  }

  /** Ends the session and the process behind it. */
  async close(): Promise<void> {
    this.#state = "closed";
    if (this.#transport instanceof StreamableHTTPClientTransport && this.hasSession) {
      const ended = this.#transport.terminateSession().catch(() => {});
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    }
    await this.#client.close().catch(() => {});
  }
}

async function connect(parts: ConnectionParts, mode: "auto" | "legacy" | { pin: string }): Promise<McpConnection> {
  const { options, version, changed } = parts;
  const client = new Client(
    { name: "toolspan", version },
    {
      capabilities: {},
      versionNegotiation: { mode },
    },
  );
  // Servers on the official Python SDK tell it without having declared so.
  client.setNotificationHandler("notifications/tools/list_changed", changed);
  const transport = transportOf(parts);
  const connection = new McpConnection(client, transport, parts);
  try {
    await client.connect(transport, { timeout: options.connectMs });
    if (!connection.isOlder) await connection.subscribe();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function transportOf({ options, log }: ConnectionParts): StdioTransport | StreamableHTTPClientTransport {
  const { way, maxMessageBytes, retries } = options;
  if (way.kind === "stdio") {
    const transport = new StdioTransport({ way, maxMessageBytes, log });
    tap(transport);
    return transport;
  }
  const authProvider = oauthOf(way.auth);
  const transport = new StreamableHTTPClientTransport(new URL(way.url), {
    fetch: mcpFetch({ retries, maxMessageBytes }),
    requestInit: { headers: { ...way.headers, ...authHeaders(way.auth) } },
    ...(authProvider !== null && { authProvider }),
  });
  tap(transport as Transport);
  return transport;
}
