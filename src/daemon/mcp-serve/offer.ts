import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolspanError } from "../../client/errors.js";
import type { CallOptions } from "../../client/options.js";
import type { Toolspan } from "../../client/toolspan.js";
import { payload } from "../../model/payload.js";
import type { ToolResponse } from "../../model/response.js";
import type { ToolSpec } from "../../model/spec.js";
import { headerMismatch } from "../../tools/mcp/param-headers.js";
import { VERSION } from "../version.js";
import { type Catalog, catalogOf, type Listed } from "./catalog.js";
import { asIs, rawText } from "./exact.js";
import { rising } from "./progress.js";
import { resultOf } from "./result.js";

/** What an offer tells its process. */
export interface OfferParts {
  /** Counts a call as in flight until what it returns is called. */
  readonly begin: () => () => void;
  readonly isDraining: () => boolean;
}

/** All tools of one sidecar, offered to any number of MCP clients. */
export class Offer {
  readonly #hub: Toolspan;
  readonly #parts: OfferParts;
  readonly #told = new Set<() => void>();
  #catalog: Catalog | undefined;

  constructor(hub: Toolspan, parts: OfferParts) {
    this.#hub = hub;
    this.#parts = parts;
  }

  /** Follows the sidecar's list until the connection is closed, and tells whoever wants to know of its changes. */
  async follow(): Promise<void> {
    let digests: string | undefined;
    for await (const specs of this.#hub.watchTools()) {
      this.#catalog = catalogOf(specs);
      const now = digestsOf(specs);
      if (digests !== undefined && digests !== now) for (const tell of this.#told) tell();
      digests = now;
    }
  }

  /** Calls `tell` after each change of the list until the answer is disposed of. */
  onChange(tell: () => void): Disposable {
    this.#told.add(tell);
    return { [Symbol.dispose]: () => void this.#told.delete(tell) };
  }

  /** A server for one client of the SDK's choice, which tells its client of changes. */
  readonly server: McpServerFactory = () => {
    const server = new Server(
      { name: "toolspan", title: "Toolspan", version: VERSION },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler("tools/list", async () => ({ tools: [...(await this.#known()).tools] }));
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const tool = await this.#find(params.name);
      const result = await this.#call(tool, params.arguments, ctx);
      // Of a failure no structured content is shown, and none is held against the schema.
      const schema = tool.spec.outputSchema;
      return schema === null || result.structuredContent === undefined ? result : projected(server, result, schema);
    });
    const changes = this.onChange(() => void server.sendToolListChanged().catch(() => undefined));
    server.onclose = () => changes[Symbol.dispose]();
    return server;
  };

  /** Why the headers of a request are not those that its tool wants. */
  async headerMismatch(message: unknown, headers: Headers): Promise<string | undefined> {
    const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
    const { name, arguments: args } = Object(params) as { readonly name?: unknown; readonly arguments?: unknown };
    if (method !== "tools/call" || typeof name !== "string") return undefined;
    const declared = (await this.#known()).find(name)?.headers ?? [];
    return headerMismatch(declared, rawText(args) ?? "{}", (header) => headers.get(header));
  }

  async #known(): Promise<Catalog> {
    this.#catalog ??= await this.#asked();
    return this.#catalog;
  }

  #asked(): Promise<Catalog> {
    return answered(async () => catalogOf(await this.#hub.tools()));
  }

  // A tool that the list does not have yet may have come a moment ago.
  async #find(name: string): Promise<Listed> {
    const known = (await this.#known()).find(name);
    if (known !== undefined) return known;
    this.#catalog = await this.#asked();
    const found = this.#catalog.find(name);
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${asIs(name)}`);
    return found;
  }

  async #call({ calledAs, spec }: Listed, args: unknown, { mcpReq }: ServerContext): Promise<CallToolResult> {
    if (this.#parts.isDraining()) throw new ProtocolError(ProtocolErrorCode.InternalError, "Toolspan is stopping.");
    const end = this.#parts.begin();
    try {
      const text = rawText(args);
      const given = text === undefined ? null : payload(text);
      const options = { signal: mcpReq.signal, callId: String(mcpReq.id) };
      const token = mcpReq._meta?.progressToken;
      const response = await answered(() =>
        token === undefined
          ? this.#hub.call(calledAs, given, options)
          : this.#followed(calledAs, given, options, token, mcpReq.notify),
      );
      return resultOf(response, spec.outputSchema !== null);
    } finally {
      end();
    }
  }

  async #followed(
    name: string,
    args: ReturnType<typeof payload> | null,
    options: CallOptions,
    progressToken: string | number,
    notify: ServerContext["mcpReq"]["notify"],
  ): Promise<ToolResponse> {
    const rise = rising();
    for await (const item of this.#hub.stream(name, args, options)) {
      if ("success" in item) return item;
      const told = rise(item);
      if (told === undefined) continue;
      const { message, ...numbers } = told;
      await notify({
        method: "notifications/progress",
        params: { progressToken, ...numbers, ...(message !== undefined && { message: asIs(message) }) },
      });
    }
    throw new ToolspanError(`The call of ${name} ended without a response.`);
  }
}

// A failure is an answer; only a sidecar that could not be asked is an error of the protocol (C2.6).
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ToolspanError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, asIs(error.message));
  }
}

// The SDK knows which revision wraps which values; it judges by the kind of the value, so it is shown one of that kind.
function projected(server: Server, result: CallToolResult, schema: ToolSpec["outputSchema"]): CallToolResult {
  const { structuredContent } = result;
  const isObject = rawText(structuredContent)?.trimStart().startsWith("{") === true;
  const shown = server.projectCallToolResult({ ...result, structuredContent: isObject ? {} : [] }, { ...schema });
  const isWrapped = !Array.isArray(shown.structuredContent) && "result" in Object(shown.structuredContent);
  return { ...result, structuredContent: isWrapped ? { result: structuredContent } : structuredContent };
}

function digestsOf(specs: readonly ToolSpec[]): string {
  return specs.map(({ source, name, digest }) => `${source}.${name}:${digest}`).join("\n");
}
