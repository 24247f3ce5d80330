import { isUtf8 } from "node:buffer";
import { parentPort, workerData } from "node:worker_threads";
import type { Ran } from "../invoke/runner.js";
import { Stop } from "../invoke/stop.js";
import type { Progress } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import { madeOfText, payload } from "../model/payload.js";
import { writeJson } from "../model/write-json.js";
import * as toolspan from "./authoring.js";
import { loadModule } from "./module.js";
import { runTool } from "./run-tool.js";
import type { ToolContext, ToolDefinition, ToolLog } from "./tool.js";
import {
  CALL_FIELDS,
  type Carried,
  type FromWorker,
  type ToWorker,
  type WorkerData,
  type WorkerLog,
  type WorkerOutcome,
} from "./worker-messages.js";

// The thread in which one module's tools run. Everything queued in one turn leaves in one message.

const port = parentPort;
if (port === null) throw new Error("worker-thread is started as a worker.");
const { file, source } = workerData as WorkerData;

const LARGE_BYTES = 65_536;
const running = new Map<number, Stop>();
const tools = new Map<string, ToolDefinition>();

let done: (number | string)[] = [];
let outcomes: WorkerOutcome[] = [];
let progress: { number: number; update: Progress }[] = [];
let logs: WorkerLog[] = [];
let transfer: ArrayBuffer[] = [];
let scheduled = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(flush);
}

function flush(): void {
  scheduled = false;
  const message: FromWorker = {
    done,
    ...(outcomes.length > 0 && { outcomes }),
    ...(progress.length > 0 && { progress }),
    ...(logs.length > 0 && { logs }),
  };
  port?.postMessage(message, transfer);
  done = [];
  outcomes = [];
  progress = [];
  logs = [];
  transfer = [];
}

// A rejection that nobody awaits is one tool's slip, not the end of its neighbours (case outcome-exactly-one-result-per-call).
process.on("unhandledRejection", (reason) => {
  log("error", "", "")("A promise was rejected and nobody awaited it.", { reason: String(reason) });
});

function log(level: WorkerLog["level"], tool: string, callId: string): ToolLog["info"] {
  return (message, fields) => {
    const written = fields === undefined ? undefined : writeJson(fields);
    logs.push({ level, tool, callId, message: String(message), fields: written?.ok === true ? written.text : null });
    schedule();
  };
}

// What a tool is given; the signal and the log are made for a tool that looks at them.
class Context implements ToolContext {
  readonly callId: string;
  readonly #number: number;
  readonly #tool: string;
  readonly #text: string;
  readonly stop = new Stop();
  #open = true;

  constructor(number: number, tool: string, callId: string, text: string) {
    this.#number = number;
    this.#tool = tool;
    this.callId = callId;
    this.#text = text;
    // A tool may take `progress` out of the context and call it by itself.
    this.progress = this.progress.bind(this);
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  get payload(): Payload {
    return payload(this.#text);
  }

  get log(): ToolLog {
    const at = (level: WorkerLog["level"]) => log(level, this.#tool, this.callId);
    return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  }

  progress(update: Progress): void {
    if (!this.#open) return;
    progress.push({ number: this.#number, update: { ...update } });
    schedule();
  }

  close(): void {
    this.#open = false;
  }
}

function run(number: number, tool: string, calledAs: string, callId: string, argumentsText: string): void {
  const definition = tools.get(tool);
  if (definition === undefined) return;
  const context = new Context(number, tool, callId, argumentsText);
  const ran = runTool(definition, calledAs, argumentsText, context);
  if (ran instanceof Promise) {
    running.set(number, context.stop);
    void ran.then((later) => finish(number, context, later));
  } else finish(number, context, ran);
}

function finish(number: number, context: Context, ran: Ran): void {
  context.close();
  running.delete(number);
  const text = ordinaryText(ran);
  if (text === null) outcomes.push(carry(number, ran));
  else done.push(number, ran.elapsedMs, text);
  schedule();
}

function ordinaryText({ outcome }: Ran): string | null {
  if (outcome.kind === "raised" || !outcome.value.success || outcome.value.blocks.length > 0) return null;
  const { result } = outcome.value;
  return result === null || result.mediaType !== "" ? null : madeOfText(result);
}

function carry(number: number, { outcome, elapsedMs }: Ran): WorkerOutcome {
  if (outcome.kind === "raised") return { number, outcome, elapsedMs };
  const { value } = outcome;
  const result = value.result === null ? null : carried(value.result);
  return { number, outcome: { kind: "returned", value: { ...value, result } }, elapsedMs };
}

function carried({ data, mediaType }: Payload): Carried {
  if (mediaType === "" && data.byteLength < LARGE_BYTES && isUtf8(data))
    return { text: Buffer.from(data).toString("utf8") };
  const own = new Uint8Array(data);
  transfer.push(own.buffer);
  return { data: own, mediaType };
}

port.on("message", (message: ToWorker) => {
  const { calls } = message;
  for (let i = 0; i < calls.length; i += CALL_FIELDS) {
    const [number, tool, calledAs, callId, text] = calls.slice(i, i + CALL_FIELDS);
    run(Number(number), String(tool), String(calledAs), String(callId), String(text));
  }
  for (const { number, reason } of message.stops) running.get(number)?.stop(reason);
  if (message.ping) port.postMessage({ pong: true } satisfies FromWorker);
});

try {
  const loaded = await loadModule(file, source, toolspan);
  for (const { spec, definition } of loaded.tools) tools.set(spec.name, definition);
  const specs = loaded.tools.map(({ spec }) => spec);
  port.postMessage({ loaded: { specs, warnings: loaded.warnings } } satisfies FromWorker);
} catch (error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  port.postMessage({ loaded: { error: text } } satisfies FromWorker);
}
