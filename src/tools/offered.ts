import { Nested } from "../invoke/nested.js";
import { Stop } from "../invoke/stop.js";
import type { Invocation, Invoked, Offered } from "../model/invocation.js";
import type { Payload } from "../model/payload.js";
import { textOf } from "../model/read-json.js";
import { HereRunner } from "./here.js";
import { type LoadedModule, specified } from "./specified.js";
import { isTool, type ToolDefinition } from "./tool.js";
import type { WorkerLog } from "./worker-messages.js";

// How large arguments may be is judged where the call leaves for the sidecar.
const NO_LIMIT = { maxMessageBytes: Number.POSITIVE_INFINITY };

/**
 * Tools of this process as it offers them to a sidecar (C3.2). An invocation names its tool without the source, so that no
 * two may be named alike.
 */
export function offered(tools: LoadedModule["tools"], log: (line: WorkerLog) => void): Offered {
  const names = new Set<string>();
  for (const { spec } of tools) {
    if (names.has(spec.name)) throw new TypeError(`One process cannot offer two tools named ${spec.name}.`);
    names.add(spec.name);
  }
  const runner = new HereRunner(tools, log);
  return { specs: tools.map(({ spec }) => spec), run: (invocation) => run(runner, invocation) };
}

async function run(runner: HereRunner, invocation: Invocation): Promise<Invoked> {
  const { call, calledAs, progress, wantsProgress, ask, onStop } = invocation;
  const budgetMs = call.timeoutMs ?? Infinity;
  const stop = new Stop();
  onStop((reason) => stop.stop(reason));
  const nested = new Nested(
    // The sidecar gets what is left of the budget with the call, and judges it.
    (inner, options) => ask({ ...inner, timeoutMs: least(inner.timeoutMs, options.left) }, options.stop.signal),
    NO_LIMIT,
    { call, stop, until: performance.now() + budgetMs, recording: null },
  );
  const ran = await runner.run({
    tool: call.name,
    calledAs,
    callId: call.callId,
    argumentsText: argumentsText(call.args),
    depth: call.depth,
    budgetMs,
    stop,
    progress,
    wantsProgress,
    traceparent: call.traceparent,
    tracestate: call.tracestate,
    call: nested.call,
  });
  nested.end();
  return ran;
}

function argumentsText(args: Payload | null): string {
  const read = args === null ? undefined : textOf(args.data);
  return read?.ok === true ? read.text : "{}";
}

function least(timeoutMs: number | null, left = Infinity): number | null {
  const ms = Math.min(timeoutMs ?? Infinity, left);
  return ms === Infinity ? null : ms;
}

/** As `offered`, of tools without a module; what they log is one line each on standard error. */
export function offeredAs(definitions: readonly ToolDefinition[], source: string): Offered {
  const stranger = definitions.find((definition) => !isTool(definition));
  if (stranger !== undefined) throw new TypeError("What is offered is no tool: offer what tool({…}) returns.");
  const { tools, warnings } = specified(new Set(definitions), source);
  const write = (level: string, message: string): void => void process.stderr.write(`${level} ${message}\n`);
  for (const warning of warnings) write("warn", warning);
  return offered(tools, ({ level, tool, message, fields }) => {
    write(level, `${source}.${tool}: ${message}${fields === null ? "" : ` ${fields}`}`);
  });
}
