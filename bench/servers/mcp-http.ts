import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { mcpServer } from "./mcp-tools.js";

// MCP over Streamable HTTP, with sessions: /json answers with JSON, /events with an event stream.

const sessions = new Map<string, StreamableHTTPServerTransport>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const known = typeof id === "string" ? sessions.get(id) : undefined;
  const transport = known ?? (await begin(request.url === "/json"));
  await transport.handleRequest(request, response);
}

async function begin(enableJsonResponse: boolean): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await mcpServer().connect(transport as Transport);
  return transport;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const base = `http://127.0.0.1:${port}`;
  process.stdout.write(`${JSON.stringify({ json: `${base}/json`, events: `${base}/events` })}\n`);
});

// Whoever started this has gone.
process.stdin.on("end", () => process.exit(0)).resume();
