import { parentPort, workerData } from "node:worker_threads";
import type { Response } from "../invoke/invoke.js";
import type { Ran } from "../invoke/runner.js";
import { Stop } from "../invoke/stop.js";
import type { Progress, ToolCall } from "../model/call.js";
import { cancelled } from "../model/failure.js";
import { returned } from "../model/outcome.js";
import { madeOfText } from "../model/payload.js";
import { unread } from "../model/unread.js";
import { writeJson } from "../model/write-json.js";
import * as toolspan from "./authoring.js";
import { carry, carryResponse, responseOf } from "./carried.js";
import { Context } from "./context.js";
import { loadModule } from "./module.js";
import { runTool } from "./run-tool.js";
import type { ToolDefinition, ToolLog } from "./tool.js";
import {
  type AskNumber,
  CALL_FIELDS,
  type FromWorker,
  type ToWorker,
  type WorkerAsk,
  type WorkerData,
  type WorkerLog,
  type WorkerOutcome,
} from "./worker-messages.js";

// The thread in which one module's tools run. Everything queued in one turn leaves in one message.

const port = parentPort;
if (port === null) throw new Error("worker-thread is started as a worker.");
const { file, ...from } = workerData as WorkerData;

const running = new Map<number, Stop>();
/** Who waits for the answer to a call that a tool makes itself. */
const asking = new Map<number, (response: Response) => void>();
const tools = new Map<string, ToolDefinition>();

let done: (number | string)[] = [];
let outcomes: WorkerOutcome[] = [];
let progress: { number: number; update: Progress }[] = [];
let logs: WorkerLog[] = [];
let asks: WorkerAsk[] = [];
let askStops: AskNumber[] = [];
let lastAsk = 0;
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
    ...(asks.length > 0 && { asks }),
    ...(askStops.length > 0 && { askStops }),
  };
  port?.postMessage(message, transfer);
  done = [];
  outcomes = [];
  progress = [];
  logs = [];
  asks = [];
  askStops = [];
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

function logOf(tool: string, callId: string): ToolLog {
  const at = (level: WorkerLog["level"]) => log(level, tool, callId);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Asks the main thread; a tool that stops waiting is released here and now (C3.5). */
function ask(within: number, call: ToolCall, stop: Stop): Promise<Response> {
  return new Promise((resolve) => {
    const number = ++lastAsk;
    const { name, timeoutMs, callId, specDigest, invocationKey } = call;
    const args = call.args === null ? null : carry(call.args, transfer);
    const injected = call.injected === null ? null : carry(call.injected, transfer);
    asks.push({ within, number, call: { name, args, injected, timeoutMs, callId, specDigest, invocationKey } });
    asking.set(number, resolve);
    stop.onStop(() => {
      if (!asking.delete(number)) return;
      askStops.push({ within, number });
      schedule();
      resolve(unread(cancelled(name)));
    });
    schedule();
  });
}

type CallFields = readonly (number | string)[];

function run([n, t, as, id, text, at, ms]: CallFields): void {
  const [number, tool, calledAs, callId, argumentsText] = [Number(n), String(t), String(as), String(id), String(text)];
  const definition = tools.get(tool);
  if (definition === undefined) return;
  const stop = new Stop();
  const context = new Context(
    {
      callId,
      argumentsText,
      depth: Number(at),
      budgetMs: Number(ms),
      stop,
      progress: (update) => {
        progress.push({ number, update });
        schedule();
      },
      call: (call, innerStop) => ask(number, call, innerStop),
    },
    () => logOf(tool, callId),
  );
  const ran = runTool(definition, calledAs, argumentsText, context);
  if (ran instanceof Promise) {
    running.set(number, stop);
    void ran.then((later) => finish(number, context, later));
  } else finish(number, context, ran);
}

function finish(number: number, context: Context, ran: Ran): void {
  context.close();
  running.delete(number);
  const text = ordinaryText(ran);
  if (text === null) outcomes.push(outcomeOf(number, ran));
  else done.push(number, ran.elapsedMs, text);
  schedule();
}

function ordinaryText({ outcome }: Ran): string | null {
  if (outcome.kind === "raised" || !outcome.value.success || outcome.value.blocks.length > 0) return null;
  const { result } = outcome.value;
  return result === null || result.mediaType !== "" ? null : madeOfText(result);
}

function outcomeOf(number: number, { outcome, elapsedMs }: Ran): WorkerOutcome {
  if (outcome.kind === "raised") return { number, outcome, elapsedMs };
  return { number, outcome: returned(carryResponse(outcome.value, transfer)), elapsedMs };
}

port.on("message", (message: ToWorker) => {
  const { calls } = message;
  for (let i = 0; i < calls.length; i += CALL_FIELDS) {
    run(calls.slice(i, i + CALL_FIELDS));
  }
  for (const { number, reason } of message.stops) running.get(number)?.stop(reason);
  for (const { number, response } of message.answers) {
    asking.get(number)?.(responseOf(response));
    asking.delete(number);
  }
  if (message.ping) port.postMessage({ pong: true } satisfies FromWorker);
});

try {
  const loaded = await loadModule(file, from, toolspan);
  for (const { spec, definition } of loaded.tools) tools.set(spec.name, definition);
  const specs = loaded.tools.map(({ spec }) => spec);
  port.postMessage({ loaded: { specs, warnings: loaded.warnings } } satisfies FromWorker);
} catch (error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  port.postMessage({ loaded: { error: text } } satisfies FromWorker);
}
