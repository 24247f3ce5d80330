// A program on the shipped TypeScript client that does what it is told, line by line; it ends when its input closes.
import {
  type Call,
  type ConnectOptions,
  connect,
  fullName,
  modelText,
  type Progress,
  type ToolResponse,
  type ToolSpec,
  type Toolspan,
  toJson,
} from "toolspan/client";
import { materialise } from "../../tools/tags.js";
import { converted } from "./convert.js";

type Command = { readonly id: string; readonly op: string; readonly [field: string]: unknown };

const hubs = new Map<string, Toolspan>();

function hub(command: Command): Toolspan {
  const one = hubs.get(String(command["hub"] ?? "main"));
  if (one === undefined) throw new Error("not connected");
  return one;
}

function callOf(command: { readonly [field: string]: unknown }): Call {
  const cancelAfter = command["cancel_after_ms"];
  return {
    name: String(command["name"]),
    args: argumentsOf(command) as Call["args"],
    ...(typeof command["timeout_ms"] === "number" ? { timeout: command["timeout_ms"] } : {}),
    ...(typeof cancelAfter === "number" ? { signal: cancelled(cancelAfter) } : {}),
    ...(typeof command["call_id"] === "string" ? { callId: command["call_id"] } : {}),
    ...(typeof command["spec_digest"] === "string" ? { specDigest: command["spec_digest"] } : {}),
    ...(command["injected"] === undefined ? {} : { injected: materialise(command["injected"]) as object }),
  };
}

function argumentsOf(command: { readonly [field: string]: unknown }): unknown {
  const { text, payload, args } = command;
  if (payload !== undefined) return materialise({ $payload: payload });
  return text ?? materialise(args ?? null);
}

function cancelled(afterMs: number): AbortSignal {
  const controller = new AbortController();
  if (afterMs <= 0) controller.abort();
  else setTimeout(() => controller.abort(), afterMs);
  return controller.signal;
}

function ofResponse(response: ToolResponse): Record<string, unknown> {
  const { result } = response;
  const native = result === null ? "null" : typeof result === "object" ? result.constructor.name : typeof result;
  return { response: toJson(response), model_text: modelText(response), native };
}

function ofSpec(spec: ToolSpec): Record<string, unknown> {
  return {
    name: spec.name,
    full_name: fullName(spec),
    description: spec.description,
    input_schema: spec.inputSchema,
    injected_schema: spec.injectedSchema,
    output_schema: spec.outputSchema,
    type: spec.type,
    source: spec.source,
    timeout_ms: spec.timeout,
    idempotent: spec.idempotent,
    digest: spec.digest,
  };
}

function connectOptions(command: Command): ConnectOptions {
  const { token, connect_timeout_ms, tls, transport } = command;
  return {
    ...(typeof token === "string" ? { token } : {}),
    ...(typeof connect_timeout_ms === "number" ? { connectTimeout: connect_timeout_ms } : {}),
    ...(typeof tls === "object" && tls !== null ? { tls } : {}),
    ...(transport === "unary" ? { transport } : {}),
  };
}

const operations: Readonly<Record<string, (command: Command) => Promise<Record<string, unknown>>>> = {
  connect: async (command) => {
    const address = typeof command["address"] === "string" ? command["address"] : undefined;
    hubs.set(String(command["hub"] ?? "main"), await connect(address, connectOptions(command)));
    return {};
  },
  call: async (command) => {
    const { name, args, ...options } = callOf(command);
    return ofResponse(await hub(command).call(name, args, options));
  },
  stream: async (command) => {
    const { name, args, ...options } = callOf(command);
    const progress: Progress[] = [];
    for await (const item of hub(command).stream(name, args, options)) {
      if ("success" in item) return { progress, ...ofResponse(item) };
      if (progress.push(item) === command["leave_after"]) return { progress };
    }
    return { progress };
  },
  call_all: async (command) => {
    const calls = Array.isArray(command["calls"]) ? command["calls"].map(callOf) : [];
    const { parallelism } = command;
    const answers = await hub(command).callAll(calls, typeof parallelism === "number" ? { parallelism } : {});
    return { answers: answers.map(ofResponse) };
  },
  tools: async (command) => ({ specs: (await hub(command).tools()).map(ofSpec) }),
  translate: async (command) => {
    const { events, from, to } = command;
    const texts = Array.isArray(events) ? events.map(String) : [];
    if (command["one"] === true) {
      return { text: await hub(command).translate(texts[0] ?? "", String(from), String(to)) };
    }
    return { events: await hub(command).translateAll(texts, String(from), String(to)) };
  },
  skills_prompt: async (command) => ({
    prompt: await hub(command).skillsPrompt(...(Array.isArray(command["names"]) ? command["names"].map(String) : [])),
  }),
  watch: async (command) => {
    for await (const specs of hub(command).watchTools()) return { specs: specs.map(ofSpec) };
    return {};
  },
  convert: async (command) => converted(command),
  convert_many: async (command) => ({
    items: (Array.isArray(command["items"]) ? command["items"] : []).map(converted),
  }),
  close: async (command) => {
    await hub(command).close();
    return {};
  },
};

function ofError(error: unknown): Record<string, unknown> {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    raised: {
      class: name.replace(/(Error|Exception)$/, ""),
      message: error instanceof Error ? error.message : String(error),
    },
  };
}

async function obey(command: Command): Promise<void> {
  const answer = await (operations[command.op]?.(command) ?? Promise.reject(new Error(command.op))).catch(ofError);
  process.stdout.write(`${JSON.stringify({ id: command.id, ...answer })}\n`);
}

// readline also ends lines at U+2028, which JSON text may hold as it is.
let rest = "";
for await (const chunk of process.stdin.setEncoding("utf8")) {
  const lines = (rest + String(chunk)).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) void obey(JSON.parse(line) as Command);
}
process.exit(0);
