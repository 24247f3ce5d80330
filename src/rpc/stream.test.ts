import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientDuplexStream, credentials, type Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type * as wire from "../gen/toolspan/v1/tools.js";
import { ToolsClient, ToolsService } from "../gen/toolspan/v1/tools.js";
import { createInvoke } from "../invoke/invoke.js";
import { Registry } from "../invoke/registry.js";
import type { Job, Ran } from "../invoke/runner.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { returned } from "../model/outcome.js";
import { payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import { responseCodec } from "../wire/response.js";
import { createGate } from "./session.js";
import { toolsService } from "./tools.js";
import { welcome } from "./welcome.js";

type Stream = ClientDuplexStream<wire.StreamRequest, wire.StreamResponse>;

const HELLO = { protocolMin: 1, protocolMax: 1, sdkVersion: "0", language: "typescript", capabilities: [] };
const LIMIT = 8;
const value = (json: string): Ran => ({ outcome: returned(ToolResponse.success(payload(json))), elapsedMs: 1 });

let folder: string;
let server: Server;
let client: ToolsClient;
let drain: AbortController;
let run: (job: Job) => Promise<Ran>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ts-"));
  drain = new AbortController();
  run = async (job) => value(job.argumentsText);
  const registry = new Registry();
  const spec = {
    name: "t",
    description: "",
    inputSchema: {},
    injectedSchema: null,
    outputSchema: null,
    type: "function",
    source: "s",
  } as const;
  registry.add([{ ...spec, timeout: null, idempotent: false, digest: "" }], { run: (job) => run(job) });
  const limits = { ...DEFAULT_LIMITS, maxInFlightPerPeer: LIMIT };
  server = new Server();
  server.addService(
    ToolsService,
    toolsService({
      skillsPrompt: async () => "",
      registry,
      limits,
      invoke: createInvoke({ registry, limits, recorder: { begin: () => null, ended: () => {} } }),
      welcome: () => welcome(limits, "0"),
      gate: createGate(null, () => drain.signal.aborted),
      transport: "unix",
      graceMs: 1000,
      ready: Promise.resolve(),
      draining: drain.signal,
      begin: () => () => {},
    }),
  );
  const target = `unix:${join(folder, "s")}`;
  await new Promise((resolve) => server.bindAsync(target, ServerCredentials.createInsecure(), resolve));
  client = new ToolsClient(target, credentials.createInsecure());
});

afterEach(() => {
  client.close();
  server.forceShutdown();
  rmSync(folder, { recursive: true });
});

function open(hello: typeof HELLO | undefined = HELLO): { stream: Stream; frames: wire.StreamResponse[] } {
  const stream = client.stream(undefined as unknown as Metadata);
  const frames: wire.StreamResponse[] = [];
  stream.on("data", (frame: wire.StreamResponse) => frames.push(frame));
  stream.on("error", () => {});
  stream.write({ hello, calls: [], cancel: [] });
  return { stream, frames };
}

function calls(from: number, count: number, wantsProgress = false, depth = 0): wire.StreamRequest {
  const one = (number: number): wire.StreamCall => ({
    number: BigInt(number),
    wantsProgress,
    calledAs: "",
    call: {
      name: "t",
      arguments: { data: Buffer.from(`{"n":${number}}`), mediaType: "" },
      timeoutMs: undefined,
      callId: "",
      specDigest: "",
      invocationKey: "",
      depth,
      injected: undefined,
      traceparent: "",
      tracestate: "",
    },
  });
  return { hello: undefined, calls: Array.from({ length: count }, (_, i) => one(from + i)), cancel: [] };
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

const answersOf = (frames: wire.StreamResponse[]) => frames.flatMap((frame) => frame.answers);
const kindOf = (answer: wire.StreamAnswer | undefined) =>
  answer?.response === undefined ? undefined : responseCodec.fromWire(answer.response).fault?.kind;

describe("a stream", () => {
  test("answers each call under its number, in fewer frames than calls", async () => {
    const { stream, frames } = open();
    for (let round = 0; round < 50; round++) {
      stream.write(calls(round * LIMIT, LIMIT));
      await until(() => answersOf(frames).length === (round + 1) * LIMIT);
    }
    for (const { number, response } of answersOf(frames)) {
      expect(Buffer.from(response?.result?.data ?? []).toString()).toBe(`{"n":${number}}`);
    }
    expect(frames.length).toBeLessThan(50 * LIMIT);
    expect(frames[0]?.welcome?.limits?.maxInFlight).toBe(LIMIT);
  });

  test("the calls of a tool are not counted against the caller's limit", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    run = async (job) => {
      if (job.depth === 0) await gate;
      return value(job.argumentsText);
    };
    const { stream, frames } = open();
    stream.write(calls(1, LIMIT));
    stream.write(calls(1 + LIMIT, 2 * LIMIT, false, 1));
    await until(() => answersOf(frames).length === 2 * LIMIT);
    expect(answersOf(frames).map(kindOf)).toEqual(Array.from({ length: 2 * LIMIT }, () => undefined));
    finish();
    await until(() => answersOf(frames).length === 3 * LIMIT);
  });

  test("calls above the caller's limit are overloaded, the others are not", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    run = async (job) => {
      await gate;
      return value(job.argumentsText);
    };
    const { stream, frames } = open();
    stream.write(calls(1, LIMIT + 2));
    await until(() => answersOf(frames).length === 2);
    expect(answersOf(frames).map(kindOf)).toEqual(["overloaded", "overloaded"]);
    finish();
    await until(() => answersOf(frames).length === LIMIT + 2);
  });

  test("a cancel reaches the tool; a cancel of nothing is ignored", async () => {
    let aborted = false;
    run = (job) =>
      new Promise(() =>
        job.stop.onStop(() => {
          aborted = true;
        }),
      );
    const { stream, frames } = open();
    stream.write(calls(7, 1));
    stream.write({ hello: undefined, calls: [], cancel: [7n, 99n] });
    await until(() => answersOf(frames).length === 1);
    expect([kindOf(answersOf(frames)[0]), aborted]).toEqual(["cancelled", true]);
  });

  test("progress comes in order and before the answer", async () => {
    run = async (job) => {
      for (let i = 1; i <= 3; i++) {
        job.progress({ fraction: i / 4, message: `step ${i}` });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return value("1");
    };
    const { stream, frames } = open();
    stream.write(calls(1, 1, true));
    await until(() => answersOf(frames).length === 1);
    expect(frames.flatMap((frame) => frame.progress.map((p) => p.progress?.message))).toEqual([
      "step 1",
      "step 2",
      "step 3",
    ]);
  });

  test("a tool's last word is told before its answer, cut like an error where it is long", async () => {
    run = async (job) => {
      job.progress({ message: "x".repeat(20_000) });
      return value("1");
    };
    const { stream, frames } = open();
    stream.write(calls(1, 1, true));
    await until(() => answersOf(frames).length === 1);
    expect(frames.flatMap((frame) => frame.progress.map((p) => p.progress?.message?.length))).toEqual([8192]);
  });

  test("a drain is told, lets what runs end, and runs nothing new", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    run = async () => {
      await gate;
      return value("1");
    };
    const { stream, frames } = open();
    stream.write(calls(1, 1));
    await until(() => frames.length === 1);
    drain.abort();
    stream.write(calls(2, 1));
    await until(() => answersOf(frames).length === 1);
    expect([frames.some((frame) => frame.drain !== undefined), answersOf(frames)[0]?.response]).toEqual([
      true,
      undefined,
    ]);
    const ended = new Promise((resolve) => stream.on("end", resolve));
    finish();
    await ended;
    expect(answersOf(frames).map((answer) => answer.number)).toEqual([2n, 1n]);
  });

  test.each<[string, typeof HELLO | undefined, RegExp]>([
    ["no hello", undefined, /carries a hello/],
    ["another protocol", { ...HELLO, protocolMin: 98, protocolMax: 99 }, /1 to 1, the caller 98 to 99/],
  ])("is refused for %s", async (_, hello, text) => {
    const stream = client.stream(undefined as unknown as Metadata);
    const error = new Promise<Error>((resolve) => stream.on("error", resolve));
    stream.on("data", () => {});
    stream.write({ hello, calls: [], cancel: [] });
    expect((await error).message).toMatch(text);
  });

  test("a caller that goes away takes its calls with it", async () => {
    let aborted = 0;
    run = (job) => new Promise(() => job.stop.onStop(() => aborted++));
    const { stream, frames } = open();
    stream.write(calls(1, 3));
    await until(() => frames.length === 1);
    stream.cancel();
    await until(() => aborted === 3);
  });
});
