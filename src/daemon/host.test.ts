import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Hosting, HostingOptions, HostNews } from "../client/attach.js";
import { connect } from "../client/connect.js";
import { RefusedError } from "../client/errors.js";
import type { Toolspan } from "../client/toolspan.js";
import { HostsService } from "../gen/toolspan/v1/hosts.js";
import { ToolsService } from "../gen/toolspan/v1/tools.js";
import { createInvoke } from "../invoke/invoke.js";
import { Registry } from "../invoke/registry.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { ToolResponse } from "../model/response.js";
import { hostsService } from "../rpc/hosts.js";
import { createGate } from "../rpc/session.js";
import { toolsService } from "../rpc/tools.js";
import { welcome } from "../rpc/welcome.js";
import { offeredAs } from "../tools/offered.js";
import { statusOf } from "../tools/remote/host-status.js";
import { Hosts } from "../tools/remote/hosts.js";
import { type ToolContext, type ToolDefinition, tool } from "../tools/tool.js";

const PER_PEER = 4;

interface Sidecar extends AsyncDisposable {
  readonly hosts: Hosts;
  /** Asks every host to leave. */
  drain(): void;
}

let folder: string;
let sidecar: Sidecar;
let hub: Toolspan;

async function start(maxMessageBytes = DEFAULT_LIMITS.maxMessageBytes): Promise<Sidecar> {
  const registry = new Registry();
  const hosts = new Hosts({ registry, maxQueue: 100 });
  const limits = { ...DEFAULT_LIMITS, maxInFlightPerPeer: PER_PEER, maxMessageBytes };
  const gate = createGate(null, () => false);
  const server = new Server();
  server.addService(
    ToolsService,
    toolsService({
      skillsPrompt: async () => "",
      registry,
      limits,
      invoke: createInvoke({ registry, limits, recorder: { begin: () => null, ended: () => {} } }),
      welcome: () => welcome(limits, "0"),
      gate,
      transport: "unix",
      graceMs: 1000,
      ready: Promise.resolve(),
      draining: new AbortController().signal,
      begin: () => () => {},
    }),
  );
  server.addService(
    HostsService,
    hostsService({
      hosts,
      list: () => hosts.processes.map((one) => statusOf(one, 0)),
      gate,
      transport: "unix",
      graceMs: 1000,
      welcome: () => welcome(limits, "0"),
    }),
  );
  const target = `unix:${join(folder, "s")}`;
  await new Promise((resolve) => server.bindAsync(target, ServerCredentials.createInsecure(), resolve));
  return {
    hosts,
    drain: () => {
      for (const process of hosts.processes) process.drain();
    },
    [Symbol.asyncDispose]: async () => {
      server.forceShutdown();
      rmSync(join(folder, "s"), { force: true });
    },
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ts-"));
  sidecar = await start();
  hub = await connect(`unix:${join(folder, "s")}`);
});

afterEach(async () => {
  await hub.close();
  await sidecar[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

type Run = (args: Record<string, unknown>, context: ToolContext) => unknown;

function toolsOf(runs: Readonly<Record<string, Run>>): ToolDefinition[] {
  return Object.entries(runs).map(([name, run]) => tool({ name, description: "", input: z.looseObject({}), run }));
}

const offer = (runs: Readonly<Record<string, Run>>, options: HostingOptions = {}): Promise<Hosting> =>
  host(hub, toolsOf(runs), { source: "s", ...options });

const host = async (hub: Toolspan, tools: readonly ToolDefinition[], options: HostingOptions & { source: string }) =>
  hub.offer(offeredAs(tools, options.source), options);

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

const stopped: string[] = [];
let waiting = 0;
const waits: Run = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    waiting++;
    signal.addEventListener("abort", () => {
      stopped.push(String(signal.reason?.name));
      reject(signal.reason);
    });
  });

describe("tools of this process", () => {
  test("are called with the same outcomes as any tool", async () => {
    const hosting = await offer({
      echo: (_, { payload }) => payload,
      nothing: () => undefined,
      fails: () =>
        ToolResponse.error("no", { result: 1, details: { code: "c" }, blocks: [{ type: "text", text: "t" }] }),
      raises: () => {
        throw new TypeError("boom", { cause: new Error("why") });
      },
      cannot: () => ({ a: Number.NaN }),
      long: () => {
        throw new Error("é".repeat(9000));
      },
    });
    expect(hosting.tools).toEqual(["s.cannot", "s.echo", "s.fails", "s.long", "s.nothing", "s.raises"]);
    expect((await hub.call("echo", '{"a": 1.0}')).result).toEqual({ a: 1 });
    expect(await hub.call("nothing")).toMatchObject({ success: true, result: null });
    expect(await hub.call("fails")).toMatchObject({
      error: "no",
      result: 1,
      blocks: [{ type: "text", text: "t" }],
      fault: { kind: "tool_error", details: { code: "c" }, language: "typescript" },
    });
    expect((await hub.call("raises")).fault).toMatchObject({ kind: "exception", type: "TypeError", message: "boom" });
    expect((await hub.call("raises")).fault?.causes).toMatchObject([{ message: "why" }]);
    expect(await hub.call("cannot")).toMatchObject({ fault: { kind: "invalid_result", details: { path: "/a" } } });
    expect(Buffer.byteLength((await hub.call("long")).error ?? "")).toBe(8192);
    expect(await hub.hosts()).toMatchObject([
      { source: "s", language: "typescript", isolation: "process", supervised: false, pid: process.pid },
    ]);
  });

  test("answer what cannot be written, and go on", async () => {
    await offer({
      fine: () => 1,
      block: () => ToolResponse.success(1, { blocks: [{ type: "text", text: 5 as unknown as string }] }),
    });
    expect((await hub.call("block")).fault).toMatchObject({ kind: "invalid_result", details: { path: "/blocks/0" } });
    expect((await hub.call("fine")).result).toBe(1);
  });

  test("send no result that no message can hold", async () => {
    await hub.close();
    await sidecar[Symbol.asyncDispose]();
    sidecar = await start(1_048_576);
    hub = await connect(`unix:${join(folder, "s")}`);
    await offer({ large: () => new Uint8Array(1_048_576), fine: () => 1 });
    expect((await hub.call("large")).fault?.kind).toBe("result_too_large");
    expect((await hub.call("fine")).result).toBe(1);
  });

  test("tell progress in order, before the response and only where it is wanted", async () => {
    await offer({
      steps: async (_, { progress }) => {
        for (let i = 1; i <= 3; i++) {
          progress({ fraction: i / 4, message: `step ${i}` });
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return "done";
      },
    });
    const seen: unknown[] = [];
    for await (const item of hub.stream("steps")) seen.push("success" in item ? item.result : item.message);
    expect(seen).toEqual(["step 1", "step 2", "step 3", "done"]);
    expect((await hub.call("steps")).result).toBe("done");
  });

  test.each([
    ["cancelled", "AbortError"],
    ["timeout", "TimeoutError"],
  ])("are told that their call is over: %s", async (kind, reason) => {
    stopped.length = 0;
    await offer({ waits });
    const options = kind === "timeout" ? { timeout: 50 } : { signal: AbortSignal.timeout(50) };
    expect((await hub.call("waits", {}, options)).fault?.kind).toBe(kind);
    await until(() => stopped.length === 1);
    expect(stopped).toEqual([reason]);
  });

  test("run at once, each answer under its own call", async () => {
    await offer({ later: async ({ i }) => new Promise((resolve) => setTimeout(() => resolve(i), Number(i) % 7)) });
    const calls = Array.from({ length: 500 }, (_, i) => ({ name: "later", args: { i } }));
    const responses = await hub.callAll(calls);
    expect(responses.map(({ result }) => result)).toEqual(calls.map((_, i) => i));
  });

  test("call tools, one deeper, past every limit that an ancestor may have filled", async () => {
    await offer(
      { down: ({ levels }, { call, depth }) => (levels === 0 ? depth : call("down", { levels: Number(levels) - 1 })) },
      { maxInFlight: 1 },
    );
    const calls = Array.from({ length: PER_PEER }, () => ({ name: "down", args: { levels: 16 } }));
    expect((await hub.callAll(calls)).map(({ result }) => result)).toEqual(calls.map(() => 16));
    expect((await hub.call("down", { levels: 17 })).fault?.details["code"]).toBe("depth_exceeded");
  });

  test("take their own calls with them when they are cancelled", async () => {
    stopped.length = 0;
    await offer({ outer: (_, { call }) => call("waits"), waits });
    const outer = await hub.call("outer", {}, { signal: AbortSignal.timeout(50) });
    expect(outer.fault?.kind).toBe("cancelled");
    await until(() => stopped.length === 1);
  });
});

describe("a hosting", () => {
  test("is an error where the sidecar takes nothing, and tells what it did not take", async () => {
    await offer({ t: () => 1 });
    const other = (names: string[]) => {
      const run = () => 2;
      return host(
        hub,
        names.map((name) => tool({ name, description: "another", run })),
        { source: "s" },
      );
    };
    const refused = await other(["t"]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(String(refused)).toContain("s.t: Another process offers it with another spec: description");
    const partly = await other(["t", "u"]);
    expect([partly.tools, partly.refusals.map(({ name }) => name)]).toEqual([["s.u"], ["s.t"]]);
    expect([(await hub.call("t")).result, (await hub.call("u")).result]).toEqual([1, 2]);
  });

  test("that is closed lets what runs end, and is gone", async () => {
    let finish: (() => void) | undefined;
    const hosting = await offer({ slow: () => new Promise<string>((resolve) => (finish = () => resolve("slow"))) });
    const slow = hub.call("slow");
    await until(() => finish !== undefined);
    const closed = hosting.close();
    await until(() => sidecar.hosts.processes[0]?.state === "draining");
    expect((await hub.call("slow")).fault?.kind).toBe("unknown_tool");
    finish?.();
    expect((await slow).result).toBe("slow");
    await closed;
    await until(() => sidecar.hosts.processes.length === 0);
    expect(await hosting.ended).toEqual({ kind: "drained" });
  });

  test("that is closed waits no longer than its grace time", async () => {
    stopped.length = 0;
    const hosting = await offer({ waits });
    const before = waiting;
    const lost = hub.call("waits");
    await until(() => waiting > before);
    await hosting.close(150);
    expect((await lost).fault?.kind).toBe("host_lost");
    expect(stopped).toEqual(["AbortError"]);
  });

  test("finds the next sidecar, tells of it once, and stops what the last one had asked", async () => {
    stopped.length = 0;
    const news: HostNews[] = [];
    await offer({ waits, t: () => 1 }, { onNews: (one) => news.push(one) });
    const before = waiting;
    const lost = hub.call("waits");
    await until(() => waiting > before);
    await sidecar[Symbol.asyncDispose]();
    expect((await lost).fault?.kind).toBe("host_lost");
    expect(stopped).toEqual(["AbortError"]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    sidecar = await start();
    await until(() => news.length === 3);
    expect((await hub.call("t")).result).toBe(1);
    expect(news.map(({ kind }) => kind)).toEqual(["attached", "lost", "attached"]);
  });

  test("that the sidecar drains comes back, but for a process that it started", async () => {
    const news: string[] = [];
    const supervised = await offer({ a: () => 1 }, { id: "1" });
    await host(hub, toolsOf({ t: () => 1 }), { source: "r", onNews: ({ kind }) => news.push(kind) });
    sidecar.drain();
    expect(await supervised.ended).toEqual({ kind: "drained" });
    await until(() => news.length === 3);
    expect([(await hub.call("t")).result, (await hub.call("a")).fault?.kind]).toEqual([1, "unknown_tool"]);
  });

  test("ends with its connection", async () => {
    const hosting = await offer({ t: () => 1 });
    await hub.close();
    expect(await hosting.ended).toEqual({ kind: "drained" });
  });

  test("refuses at once what is no offer", async () => {
    await expect(host(hub, [{} as ToolDefinition], { source: "s" })).rejects.toThrow("is no tool");
    await expect(host(hub, toolsOf({ t: () => 1 }), { source: "a.b" })).rejects.toThrow("source name");
  });
});
