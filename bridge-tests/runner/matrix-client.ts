import { isDeepStrictEqual } from "node:util";
import { type CallToolResult, Client, type JSONRPCMessage, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { CLI, environment } from "./daemon.js";
import { number } from "./expand.js";
import type { Asked, Asker } from "./matrix-asker.js";
import type { MatrixHost } from "./matrix-hosts.js";
import { folder } from "./places.js";
import { parse, type Tree, type TreeMap, toTree, write } from "./tree.js";

const FAULT = "dev.toolspan/fault";
const RESULT = "dev.toolspan/result";
const KEY = "of-the-matrix";

/** MCP's own client in front of `toolspan mcp serve`, as somebody who calls tools of the matrix. */
export class McpCaller implements AsyncDisposable {
  readonly #client = new Client({ name: "matrix", version: "1.0.0" });
  readonly #transport: StdioClientTransport;
  // The id of a request is the id of its call.
  readonly #ids = new Map<string, string>();
  readonly #told = new Map<string, Tree[]>();
  #asked = 0;

  private constructor(address: string) {
    this.#transport = new StdioClientTransport({
      command: CLI,
      args: ["mcp", "serve", "--address", address, "--connect-timeout", "20"],
      env: environment() as Record<string, string>,
      cwd: folder(),
      stderr: "ignore",
    });
    const send = this.#transport.send.bind(this.#transport);
    this.#transport.send = (message: JSONRPCMessage) => {
      if ("params" in message && "id" in message) {
        const key = message.params?._meta?.[KEY];
        if (typeof key === "string") this.#ids.set(key, String(message.id));
      }
      return send(message);
    };
  }

  static async start(address: string): Promise<McpCaller> {
    const caller = new McpCaller(address);
    await caller.#client.connect(caller.#transport);
    // The client forgets who follows a call before it has handled the notifications that came with the answer.
    const onmessage = caller.#transport.onmessage;
    caller.#transport.onmessage = (message) => {
      if ("method" in message && message.method === "notifications/progress") caller.#hear(message.params ?? {});
      onmessage?.(message);
    };
    return caller;
  }

  asker(host: MatrixHost): Asker {
    return {
      language: "mcp-client",
      seesAll: false,
      follow: (call) => this.#one(call, host, true),
      ask: async (calls, mode) => {
        if (mode === "parallel") return Promise.all(calls.map((call) => this.#one(call, host, false)));
        const replies: TreeMap[] = [];
        for (const call of calls) replies.push(await this.#one(call, host, false));
        return replies;
      },
    };
  }

  #hear({ progressToken, progress, total, message }: Readonly<Record<string, unknown>>): void {
    const told = this.#told.get(String(progressToken)) ?? [];
    this.#told.set(String(progressToken), [...told, toTree({ fraction: Number(progress) / Number(total), message })]);
  }

  async #one(call: Asked, host: MatrixHost, isFollowed: boolean): Promise<TreeMap> {
    const name = `${host.source}.${call.tool}`;
    const [timeout, cancel] = [number(call.timeout_ms), number(call.cancel_after_ms)];
    const key = String(this.#asked++);
    const args = JSON.parse(write(call.args ?? new Map())) as Record<string, unknown>;
    const reply = await this.#client
      .callTool(
        { name, arguments: args, _meta: { [KEY]: key } },
        {
          ...(timeout !== undefined && { timeout }),
          ...(cancel !== undefined && { signal: AbortSignal.timeout(cancel) }),
          ...(isFollowed && { onprogress: () => {} }),
        },
      )
      .then(
        (result) => replyOf(result, name, host),
        (error: unknown) => left(error, name, timeout !== undefined),
      );
    // A request's token is its id.
    const id = this.#ids.get(key) ?? "";
    return new Map([...reply, ["call_id", id], ["progress", this.#told.get(id) ?? []]]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

// A client that gives up hears no more; the sidecar has a cancelled call.
function left(error: unknown, name: string, isTimed: boolean): TreeMap {
  const isTimeout = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
  const isAbort = error instanceof Error && /abort|timeout/i.test(`${error.name} ${error.message}`);
  if (isTimed ? !isTimeout : !isAbort) throw error;
  const message = `Tool ${name} was cancelled.`;
  return replyWith(null, message, name, { kind: "cancelled", message, ...NO_MORE }, [], isTimed ? "timeout" : "cancel");
}

const NO_MORE = { language: "", type: "", causes: [], details: {}, retryable: false };

// What a result says, as the response that it was made of, with what is wrong in MCP's own form.
function replyOf(result: CallToolResult, name: string, host: MatrixHost): TreeMap {
  const { content, structuredContent, isError, _meta } = result;
  const first = content[0];
  const text = first?.type === "text" ? first.text : "";
  if (isError === true) {
    const fault = Object(_meta?.[FAULT]) as { readonly message?: string };
    const wrong = [
      ...(structuredContent === undefined ? [] : ["a failure has structured content"]),
      ...(first?.type === "text" && text !== "" ? [] : ["a failure has no text for a model"]),
      ...(_meta?.[FAULT] === undefined ? ["a failure has no fault"] : []),
    ];
    const reply = replyWith(toTree(_meta?.[RESULT] ?? null), fault.message ?? "", name, fault, wrong);
    return reply.set("model_text", text);
  }
  const isContent = host.name === "mcp_stdio" && structuredContent === undefined && text !== "null";
  const value = isContent ? toTree(content) : readText(text);
  const isSame = isDeepStrictEqual(structuredContent, JSON.parse(write(value)));
  const isObject = value instanceof Map;
  const wrong = [
    ...(structuredContent === undefined || isSame ? [] : [`text ${text}, and not so the structured content`]),
    ...(isObject === (structuredContent !== undefined) ? [] : ["structured content is for objects, and for them only"]),
    ...(_meta?.[FAULT] === undefined ? [] : ["a success has a fault"]),
  ];
  return replyWith(value, null, name, null, wrong);
}

function replyWith(
  result: Tree,
  error: string | null,
  name: string,
  fault: object | null,
  problems: readonly string[],
  how?: string,
): TreeMap {
  const response = new Map<string, Tree>([
    ["result", result],
    ["success", error === null],
    ["error", error],
    ["execution_time_ms", toTree(0)],
    ["tool_name", name],
    ["blocks", []],
    ["fault", toTree(fault)],
  ]);
  return new Map<string, Tree>([
    ["response", write(response)],
    ["problems", [...problems]],
    ...(how === undefined ? [] : [["left", how] as const]),
  ]);
}

// Text of a string is the string itself.
function readText(text: string): Tree {
  try {
    return parse(text);
  } catch {
    return text;
  }
}
