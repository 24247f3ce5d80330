import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientDuplexStream, credentials, type Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type * as wire from "../gen/toolspan/v1/hosts.js";
import { HostsClient, HostsService } from "../gen/toolspan/v1/hosts.js";
import { ToolType } from "../gen/toolspan/v1/tool.js";
import { createInvoke, type Invoke } from "../invoke/invoke.js";
import { Registry } from "../invoke/registry.js";
import { Stop } from "../invoke/stop.js";
import type { ToolCall } from "../model/call.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { returned } from "../model/outcome.js";
import { payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import { statusOf } from "../tools/remote/host-status.js";
import { Hosts } from "../tools/remote/hosts.js";
import { outcomeCodec } from "../wire/outcome.js";
import { hostsService } from "./hosts.js";
import { createGate } from "./session.js";
import { welcome } from "./welcome.js";

const HELLO = { protocolMin: 1, protocolMax: 1, sdkVersion: "0", language: "python", capabilities: [] };
const NOTHING: wire.AttachRequest = {
  hello: undefined,
  offers: [],
  withdraw: [],
  progress: [],
  outcomes: [],
  drain: undefined,
  process: undefined,
  pong: undefined,
};
const QUEUE = 3;

let folder: string;
let server: Server;
let client: HostsClient;
let registry: Registry;
let hosts: Hosts;
let invoke: Invoke;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ts-"));
  registry = new Registry();
  hosts = new Hosts({ registry, maxQueue: QUEUE });
  const limits = DEFAULT_LIMITS;
  invoke = createInvoke({ registry, limits, recorder: { begin: () => null, ended: () => {} } });
  server = new Server();
  server.addService(
    HostsService,
    hostsService({
      hosts,
      list: () => hosts.processes.map((one) => statusOf(one, 0)),
      gate: createGate(null, () => false),
      transport: "unix",
      graceMs: 1000,
      welcome: () => welcome(limits, "0"),
    }),
  );
  const target = `unix:${join(folder, "s")}`;
  await new Promise((resolve) => server.bindAsync(target, ServerCredentials.createInsecure(), resolve));
  client = new HostsClient(target, credentials.createInsecure());
});

afterEach(() => {
  client.close();
  server.forceShutdown();
  rmSync(folder, { recursive: true });
});

interface Host {
  readonly stream: ClientDuplexStream<wire.AttachRequest, wire.AttachResponse>;
  readonly frames: wire.AttachResponse[];
  /** Numbers of invocations that arrived. */
  numbers(): bigint[];
  answer(number: bigint, json: string): void;
}

function offer(name: string, description = ""): wire.Offer {
  const inputSchema = { data: Buffer.from('{"type":"object"}'), mediaType: "" };
  const type = ToolType.TOOL_TYPE_FUNCTION;
  const spec = {
    name,
    description,
    inputSchema,
    injectedSchema: undefined,
    outputSchema: undefined,
    type,
    source: "s",
  };
  return { spec: { ...spec, timeoutMs: undefined, idempotent: name === "again", digest: "" } };
}

function attach(offers: wire.Offer[], maxInFlight = 1): Host {
  const stream = client.attach(undefined as unknown as Metadata);
  const frames: wire.AttachResponse[] = [];
  stream.on("data", (frame: wire.AttachResponse) => frames.push(frame));
  stream.on("error", () => {});
  const process = { pid: 1n, runtime: "CPython", id: "", maxInFlight };
  stream.write({ ...NOTHING, hello: HELLO, process, offers });
  return {
    stream,
    frames,
    numbers: () => frames.flatMap((frame) => frame.invocations.map((one) => one.number)),
    answer: (number, json) => {
      const outcome = outcomeCodec.toWire(returned(ToolResponse.success(payload(json))));
      stream.write({ ...NOTHING, outcomes: [{ number, outcome, executionTimeMs: 5n }] });
    },
  };
}

function call(name: string, options: Partial<ToolCall> = {}, stop = new Stop()): ReturnType<Invoke> {
  const nothing = { args: null, timeoutMs: 5000, callId: "", specDigest: "", invocationKey: "", depth: 0 };
  return invoke({ ...nothing, injected: null, traceparent: "", tracestate: "", name, ...options }, { stop });
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

describe("an attached process", () => {
  test("its tools are called by number, answered with its own time, and gone with it", async () => {
    const host = attach([offer("t")]);
    await until(() => registry.list().length === 1);
    await until(() => host.frames.some((frame) => frame.accepted.includes("s.t")));
    const answer = call("t", { args: payload('{"n":9007199254740993}') });
    await until(() => host.numbers().length === 1);
    const [invocation] = host.frames.flatMap((frame) => frame.invocations);
    expect(Buffer.from(invocation?.call?.arguments?.data ?? []).toString()).toBe('{"n":9007199254740993}');
    host.answer(host.numbers()[0] ?? 0n, "9007199254740993");
    expect(await answer).toMatchObject({ success: true, executionTimeMs: 5, toolName: "t" });

    const hanging = call("t");
    await until(() => host.numbers().length === 2);
    host.stream.cancel();
    expect((await hanging).fault).toMatchObject({ kind: "host_lost", details: { effect: "unknown" } });
    expect(registry.list()).toEqual([]);
  });

  test("more calls than places wait, and more than the queue are overloaded", async () => {
    const host = attach([offer("t")]);
    await until(() => registry.list().length === 1);
    const all = Array.from({ length: QUEUE + 2 }, () => call("t"));
    expect((await all[QUEUE + 1])?.fault?.kind).toBe("overloaded");
    for (let i = 0; i <= QUEUE; i++) {
      await until(() => host.numbers().length === i + 1);
      host.answer(host.numbers()[i] ?? 0n, String(i));
    }
    expect((await Promise.all(all)).filter((one) => one.success)).toHaveLength(QUEUE + 1);
  });

  test("a call within a call takes no place of its ancestor's", async () => {
    const host = attach([offer("t")]);
    await until(() => registry.list().length === 1);
    const [outer, inner] = [call("t"), call("t", { depth: 1 })];
    await until(() => host.numbers().length === 2);
    for (const number of host.numbers()) host.answer(number, "1");
    expect([await outer, await inner].map((one) => one.success)).toEqual([true, true]);
  });

  test("a cancelled call leaves the queue; one under way is told, and its late outcome is dropped", async () => {
    const host = attach([offer("t")]);
    await until(() => registry.list().length === 1);
    const [first, second] = [new Stop(), new Stop()];
    const [running, waiting] = [call("t", {}, first), call("t", {}, second)];
    await until(() => host.numbers().length === 1);
    second.stop("cancelled");
    first.stop("cancelled");
    expect([await running, await waiting].map((one) => one.fault?.kind)).toEqual(["cancelled", "cancelled"]);
    await until(() => host.frames.some((frame) => frame.cancel.length === 1));
    host.answer(host.numbers()[0] ?? 0n, "1");
    const third = call("t");
    await until(() => host.numbers().length === 2);
    host.answer(host.numbers()[1] ?? 0n, "3");
    expect((await third).success).toBe(true);
  });

  test("one that answers no ping after a stop is cut off", async () => {
    const host = attach([offer("t")], 2);
    await until(() => registry.list().length === 1);
    const stop = new Stop();
    const neighbour = call("t");
    void call("t", {}, stop);
    await until(() => host.numbers().length === 2);
    stop.stop("timeout");
    expect((await neighbour).fault?.kind).toBe("host_lost");
    expect(host.frames.some((frame) => frame.timedOut.length === 1 && frame.ping !== undefined)).toBe(true);
  });

  test("two processes of one source share the load, and another spec is refused with the difference", async () => {
    const [one, two] = [attach([offer("t")]), attach([offer("t")])];
    await until(() => hosts.processes.filter((host) => host.offers.size > 0).length === 2);
    const odd = attach([offer("t", "another")]);
    await until(() => odd.frames.some((frame) => frame.refusals.length === 1));
    expect(odd.frames.flatMap((frame) => frame.refusals)[0]?.reason).toContain('description "" against "another"');
    const all = [call("t"), call("t")];
    await until(() => one.numbers().length + two.numbers().length === 2);
    for (const host of [one, two]) host.answer(host.numbers()[0] ?? 0n, "1");
    expect((await Promise.all(all)).map((answer) => answer.success)).toEqual([true, true]);
  });

  test("what a draining process did not run runs in another one", async () => {
    const [one, two] = [attach([offer("t")]), attach([offer("t")])];
    await until(() => hosts.processes.filter((host) => host.offers.size > 0).length === 2);
    const answer = call("t");
    await until(() => one.numbers().length + two.numbers().length === 1);
    const [drained, other] = one.numbers().length === 1 ? [one, two] : [two, one];
    const number = drained.numbers()[0] ?? 0n;
    drained.stream.write({ ...NOTHING, drain: { graceMs: 0n } });
    drained.stream.write({ ...NOTHING, outcomes: [{ number, outcome: undefined, executionTimeMs: 0n }] });
    await until(() => other.numbers().length === 1);
    other.answer(other.numbers()[0] ?? 0n, "1");
    expect((await answer).success).toBe(true);
  });

  test("a process that drains is answered with a drain", async () => {
    const host = attach([offer("t")]);
    await until(() => hosts.processes.some(({ offers }) => offers.size > 0));
    host.stream.write({ ...NOTHING, drain: { graceMs: 0n } });
    await until(() => host.frames.some(({ drain }) => drain !== undefined));
  });

  test("a drain leaves behind every invocation, also where they do not fit into one frame", async () => {
    const host = attach([offer("t")], 2);
    await until(() => hosts.processes.some(({ offers }) => offers.size > 0));
    const large = { args: payload(JSON.stringify({ text: "x".repeat(800_000) })) };
    const answers = [call("t", large), call("t", large)];
    const [process] = hosts.processes;
    for (let i = 0; i < 100 && process?.inFlight !== 2; i++) await Promise.resolve();
    process?.drain();
    await until(() => host.frames.some(({ drain }) => drain !== undefined) && host.numbers().length === 2);
    expect(host.frames.findIndex(({ drain }) => drain !== undefined)).toBe(
      host.frames.findLastIndex(({ invocations }) => invocations.length > 0),
    );
    for (const number of host.numbers()) host.answer(number, "1");
    expect((await Promise.all(answers)).map(({ success }) => success)).toEqual([true, true]);
  });

  test("a lost idempotent call is repeated elsewhere", async () => {
    const [one, two] = [attach([offer("again")]), attach([offer("again")])];
    await until(() => hosts.processes.filter((host) => host.offers.size > 0).length === 2);
    const answer = call("again");
    await until(() => one.numbers().length + two.numbers().length === 1);
    const [killed, other] = one.numbers().length === 1 ? [one, two] : [two, one];
    killed.stream.cancel();
    await until(() => other.numbers().length === 1);
    other.answer(other.numbers()[0] ?? 0n, "1");
    expect((await answer).success).toBe(true);
  });

  test("a first frame without a hello is refused", async () => {
    const stream = client.attach(undefined as unknown as Metadata);
    const refused = new Promise<Error>((resolve) => stream.on("error", resolve));
    stream.on("data", () => {});
    stream.write({ ...NOTHING, offers: [offer("t")] });
    expect((await refused).message).toContain("hello");
  });
});
