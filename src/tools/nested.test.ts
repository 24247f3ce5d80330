import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createInvoke, type Invoke, type Response } from "../invoke/invoke.js";
import { Registry } from "../invoke/registry.js";
import type { Job, Runner } from "../invoke/runner.js";
import { Stop } from "../invoke/stop.js";
import type { ToolCall } from "../model/call.js";
import { encodeCall } from "../model/encode-call.js";
import { DEFAULT_LIMITS, type Limits } from "../model/limits.js";
import { ToolResponse } from "../model/response.js";
import { Context } from "./context.js";
import { runTool } from "./run-tool.js";
import { type ToolContext, type ToolDefinition, tool } from "./tool.js";

const input = z.looseObject({});
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

type Run = (args: Record<string, unknown>, context: ToolContext) => unknown;

interface Sidecar {
  readonly jobs: readonly Job[];
  readonly recorded: readonly Response[];
  ask(name: string, args?: object, more?: Partial<ToolCall>, stop?: Stop): Promise<Response>;
}

// The tools run as they do in a sidecar, but for the thread.
function sidecar(runs: Readonly<Record<string, Run>>, limits: Partial<Limits> = {}): Sidecar {
  const definitions = new Map<string, ToolDefinition>(
    Object.entries(runs).map(([name, run]) => [name, tool({ name, description: "", input, run })]),
  );
  const jobs: Job[] = [];
  const recorded: Response[] = [];
  const runner: Runner = {
    run: async (job) => {
      jobs.push(job);
      const definition = definitions.get(job.tool);
      if (definition === undefined) throw new Error(job.tool);
      const context = new Context(job, () => quiet);
      const ran = await runTool(definition, job.calledAs, job.argumentsText, context);
      context.close();
      return ran;
    },
  };
  const registry = new Registry();
  const rest = {
    description: "",
    inputSchema: {},
    injectedSchema: null,
    outputSchema: null,
    type: "function",
    source: "s",
  } as const;
  registry.add(
    [...definitions.keys()].map((name) => ({ ...rest, name, timeout: null, idempotent: false, digest: "" })),
    runner,
  );
  const recorder = { begin: () => null, ended: (_: ToolCall, response: Response) => void recorded.push(response) };
  const invoke: Invoke = createInvoke({ registry, limits: { ...DEFAULT_LIMITS, ...limits }, recorder });
  return {
    jobs,
    recorded,
    ask: async (name, args = {}, more = {}, stop = new Stop()) => {
      const encoded = encodeCall({ name, args }, DEFAULT_LIMITS);
      if (encoded.kind === "answer") throw new Error(name);
      return invoke({ ...encoded.call, ...more }, { stop });
    },
  };
}

const json = ({ result }: Response): unknown => result && JSON.parse(Buffer.from(result.data).toString("utf8"));
const waits: Run = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("a tool's own calls", () => {
  test("inherit depth, trace and deadline, whatever they say", async () => {
    const { ask, jobs } = sidecar({
      outer: (_, { call }) => call("inner", { a: 1 }, { timeout: 1e9, callId: "mine" }),
      inner: (args, { depth, remaining }) => ({ args, depth, soon: remaining <= 5000 }),
    });
    const more = { timeoutMs: 5000, depth: 3, traceparent: "trace", tracestate: "state" };
    expect(json(await ask("outer", {}, more))).toEqual({ args: { a: 1 }, depth: 4, soon: true });
    expect(jobs.map(({ depth, traceparent, tracestate, callId }) => [depth, traceparent, tracestate, callId])).toEqual([
      [3, "trace", "state", ""],
      [4, "trace", "state", "mine"],
    ]);
  });

  test("go sixteen deep and no deeper", async () => {
    const { ask } = sidecar({
      down: ({ levels }, { call, depth }) => (levels === 0 ? depth : call("down", { levels: Number(levels) - 1 })),
    });
    expect(json(await ask("down", { levels: 16 }))).toBe(16);
    expect((await ask("down", { levels: 17 })).fault?.details["code"]).toBe("depth_exceeded");
  });

  test("fail as an answer, which may be passed on", async () => {
    const { ask } = sidecar({
      outer: async (_, { call }) => (await call("inner")).fault?.kind,
      passes: (_, { call }) => call("inner"),
      inner: () => ToolResponse.error("no", { result: 1, details: { code: "c" }, retryable: true }),
    });
    expect(json(await ask("outer"))).toBe("tool_error");
    const passed = await ask("passes");
    expect(passed).toMatchObject({ toolName: "passes", error: "no", fault: { kind: "tool_error", retryable: true } });
    expect([json(passed), passed.fault?.details]).toEqual([1, { code: "c" }]);
  });

  test("are passed on as the bytes that came", async () => {
    const { ask } = sidecar({
      outer: (_, { call }) => call("inner", '{"a": 1.0}'),
      inner: (_, { payload }) => payload,
    });
    expect(Buffer.from((await ask("outer")).result?.data ?? []).toString()).toBe('{"a": 1.0}');
  });

  test.each([
    ["cancelled", {}],
    ["timeout", { timeoutMs: 30 }],
  ] as const)("end with their outer call when it is %s", async (kind, more) => {
    const { ask, recorded } = sidecar({
      outer: (_, { call }) => call("middle"),
      middle: (_, { call }) => call("inner"),
      inner: waits,
    });
    const stop = new Stop();
    const response = ask("outer", {}, more, stop);
    if (kind === "cancelled") setTimeout(() => stop.stop("cancelled"), 10);
    expect((await response).toolName).toBe("outer");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(recorded.map(({ fault }) => fault?.kind)).toEqual([kind, kind, kind]);
  });

  test("may be cancelled by the tool, which goes on", async () => {
    const { ask } = sidecar({
      outer: async (_, { call }) => (await call("inner", {}, { signal: AbortSignal.timeout(10) })).error,
      inner: waits,
    });
    expect(json(await ask("outer"))).toBe("Tool inner was cancelled.");
  });

  test("are cancelled when the tool ends without them, and are not begun later", async () => {
    let late: ToolContext["call"] | undefined;
    const { ask, recorded } = sidecar({
      outer: async (_, { call }) => {
        late = call;
        void call("inner");
      },
      inner: waits,
    });
    expect((await ask("outer")).success).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(recorded.map(({ toolName, fault }) => [toolName, fault?.kind])).toContainEqual(["inner", "cancelled"]);
    expect((await late?.("inner"))?.fault?.kind).toBe("cancelled");
    expect(recorded.length).toBe(2);
  });

  test("are counted in the sidecar's limit, and never wait for it", async () => {
    const { ask } = sidecar({ outer: (_, { call }) => call("inner"), inner: () => 1 }, { maxInFlight: 1 });
    expect((await ask("outer")).fault?.kind).toBe("overloaded");
  });

  test("in a batch are answered in call order, so many at once", async () => {
    let running = 0;
    let most = 0;
    const { ask } = sidecar({
      outer: async (_, { callAll }) => {
        const calls = Array.from({ length: 20 }, (_, i) => ({ name: i === 7 ? "nobody" : "inner", args: { i } }));
        return (await callAll(calls, { parallelism: 3 })).map(({ result, fault }) => fault?.kind ?? result);
      },
      inner: async ({ i }) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, Number(i) % 3));
        running--;
        return i;
      },
    });
    const expected = Array.from({ length: 20 }, (_, i) => (i === 7 ? "unknown_tool" : i));
    expect([json(await ask("outer")), most]).toEqual([expected, 3]);
  });

  test("with arguments that cannot cross are answered here", async () => {
    const { ask } = sidecar(
      { outer: async (_, { call }) => (await call("inner", { a: Number.NaN, b: "x" })).error, inner: () => 1 },
      {},
    );
    expect(json(await ask("outer"))).toMatch(/^Tool inner got invalid arguments: \/a /);
    const small = sidecar(
      { outer: async (_, { call }) => (await call("inner", { a: "x".repeat(200) })).error, inner: () => 1 },
      { maxMessageBytes: 65_536 + 128 },
    );
    expect(json(await small.ask("outer"))).toMatch(/^Tool inner got arguments of 208 bytes, over the limit of /);
  });
});
