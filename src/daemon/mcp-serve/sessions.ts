import { randomUUID } from "node:crypto";
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Offer } from "./offer.js";

const SESSION_HEADER = "mcp-session-id";
const MOST_SESSIONS = 1000;

/** The clients of the 2025 revisions, each with a server of its own from `initialize` until it leaves. */
export class Sessions {
  readonly #offer: Offer;
  /** The one that was quiet longest is first. */
  readonly #open = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(offer: Offer) {
    this.#offer = offer;
  }

  async answer(request: Request, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) {
      if (request.method === "POST" && isInitializeRequest(parsedBody)) return this.#begin(request, parsedBody);
      return refusal(400, -32_000, "Bad Request: Mcp-Session-Id header is required");
    }
    const session = this.#open.get(id);
    if (session === undefined) return refusal(404, -32_001, "Session not found");
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.handleRequest(request, { parsedBody });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.close()));
    this.#open.clear();
  }

  async #begin(request: Request, parsedBody: unknown): Promise<Response> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, transport),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    const server = await this.#offer.server({ era: "legacy", requestInfo: request });
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }

  // Clients that never say goodbye cost no more than so many places.
  #keep(id: string, session: WebStandardStreamableHTTPServerTransport): void {
    this.#open.set(id, session);
    const [oldest] = this.#open;
    if (this.#open.size <= MOST_SESSIONS || oldest === undefined) return;
    this.#open.delete(oldest[0]);
    void oldest[1].close();
  }
}

/** A refusal as JSON-RPC writes it. */
export function refusal(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id: string | number | null = null,
): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status, headers });
}
