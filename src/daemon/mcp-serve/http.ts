import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  type McpHttpHandler,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { isLoopback, StartError } from "../listen.js";
import { writeToken } from "../runtime-folder.js";
import { readMessage } from "./exact.js";
import { bodyOf, sendWeb, webRequest } from "./node-web.js";
import type { Offer } from "./offer.js";
import { refusal, Sessions } from "./sessions.js";

/** Where and how MCP is served over HTTP. */
export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Host names that requests and the pages behind them may name, beside those of loopback. */
  readonly allowedHosts: readonly string[];
  /** PEM files; needed off loopback. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly maxMessageBytes: number;
  readonly log: (message: string) => void;
}

const PATH = "/mcp";
const HEADER_MISMATCH = -32_020;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** MCP over Streamable HTTP: the newer revision by request, the older ones by session. */
export class HttpDoor {
  readonly #options: HttpOptions;
  readonly #offer: Offer;
  readonly #sessions: Sessions;
  readonly #newer: McpHttpHandler;
  readonly #changes: Disposable;
  readonly #server: Server;
  #tokenFile: Disposable | undefined;

  constructor(offer: Offer, options: HttpOptions) {
    this.#options = options;
    this.#offer = offer;
    this.#sessions = new Sessions(offer);
    const onerror = (error: Error): void => options.log(error.message);
    this.#newer = createMcpHandler(offer.server, { legacy: "reject", onerror });
    this.#changes = offer.onChange(() => this.#newer.notify.toolsChanged());
    const listener = (message: IncomingMessage, reply: ServerResponse): void => void this.#serve(message, reply);
    this.#server = options.tls === null ? createServer(listener) : createSecureServer(pemFiles(options.tls), listener);
  }

  /** Binds, writes the token where local programs find it, and says where it listens. */
  async listen(): Promise<string> {
    const { host, port, token, tls } = this.#options;
    if (!isLoopback(host) && tls === null) {
      throw new StartError(`Listening on ${host}, which is not loopback, needs --tls-cert and --tls-key.`);
    }
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error) => reject(new StartError(`Cannot listen on ${host}: ${error.message}`)));
      this.#server.listen(port, host, resolve);
    });
    const bound = (this.#server.address() as AddressInfo).port;
    this.#tokenFile = writeToken(host, bound, token);
    return `${tls === null ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${bound}${PATH}`;
  }

  /** Takes no more connections. */
  refuse(): void {
    this.#server.close();
    this.#tokenFile?.[Symbol.dispose]();
  }

  async close(): Promise<void> {
    this.refuse();
    this.#changes[Symbol.dispose]();
    await Promise.all([this.#newer.close(), this.#sessions.close()]);
    this.#server.closeAllConnections();
  }

  async #serve(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    try {
      await sendWeb(await this.#answer(message, reply), reply);
    } catch (error) {
      this.#options.log(error instanceof Error ? error.message : String(error));
      if (!reply.headersSent) reply.writeHead(500);
      reply.end();
    }
  }

  async #answer(message: IncomingMessage, reply: ServerResponse): Promise<Response> {
    // Before the body is read: a page of another site may send one, and never gets further (DNS rebinding).
    const head = webRequest(message, reply, "");
    const { allowedHosts, host, token, maxMessageBytes } = this.#options;
    const own = [...LOOPBACK, host.includes(":") ? `[${host}]` : host, ...allowedHosts];
    const rejected = hostHeaderValidationResponse(head, own) ?? originValidationResponse(head, own);
    if (rejected !== undefined) return rejected;
    if (new URL(head.url).pathname !== PATH) return refusal(404, -32_600, `MCP is served at ${PATH}.`);
    if (!bears(message.headers.authorization, token)) {
      return refusal(401, -32_600, "A bearer token is needed.", { "WWW-Authenticate": "Bearer" });
    }
    const body = await bodyOf(message, maxMessageBytes);
    if (body === null) return refusal(413, -32_600, "The message is longer than the limit.");
    const text = body.toString("utf8");
    const request = webRequest(message, reply, text);
    if (message.method !== "POST") return this.#sessions.answer(request, undefined);
    let parsed: unknown;
    try {
      parsed = readMessage(text);
    } catch {
      return refusal(400, -32_700, "Parse error: the body is no JSON.");
    }
    // A body that is given parsed is not read again, and its kind is checked by nobody else.
    if (!/^application\/json\s*(;|$)/i.test(message.headers["content-type"] ?? "")) {
      return refusal(415, -32_600, "The content type must be application/json.");
    }
    if (await isLegacyRequest(request, parsed)) return this.#sessions.answer(request, parsed);
    const mismatch = await this.#offer.headerMismatch(parsed, request.headers);
    if (mismatch !== undefined) return refusal(400, HEADER_MISMATCH, `Bad Request: ${mismatch}.`, {}, idOf(parsed));
    return this.#newer.fetch(request, { parsedBody: parsed });
  }
}

function idOf(message: unknown): string | number | null {
  const { id } = Object(message) as { readonly id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function bears(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function pemFiles({ cert, key }: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  try {
    return { cert: readFileSync(cert), key: readFileSync(key) };
  } catch (error) {
    throw new StartError(`The TLS files cannot be read: ${String(error)}`);
  }
}
