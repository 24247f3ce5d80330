import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CallAllRequest, CallAllResponse } from "../gen/toolspan/v1/tools.js";
import { spec } from "../model/spec.test-support.js";
import { responseCodec } from "../wire/response.js";
import { connect } from "./connect.js";
import { CannotReachError } from "./errors.js";
import { answer, fakeSidecar, type Script, socketFolder } from "./fake-sidecar.test-support.js";

type Stream = ServerDuplexStream<CallAllRequest, CallAllResponse>;

const open: (AsyncDisposable | Disposable)[] = [];
let socket: string;

beforeEach(() => {
  const folder = socketFolder();
  open.push(folder);
  socket = `${folder.path}/s`;
});

afterEach(async () => {
  for (const each of open.splice(0).reverse()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]();
    else each[Symbol.dispose]();
  }
});

async function hubWith(script: Script) {
  open.push(await fakeSidecar(socket, script));
  const hub = await connect(`unix:${socket}`, { connectTimeout: 500, transport: "unary" });
  open.push(hub);
  return hub;
}

function reply(stream: Stream, index: number, json: string): void {
  stream.write({ slots: [{ index, response: responseCodec.toWire(answer(json)) }] });
}

/** Ends the stream with a status, as grpc-js servers do. */
function fail(stream: Stream, code: number, details: string): void {
  stream.emit("error", { code, details });
}

const calls = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `t${i}`, args: { i } }));

test("answers come back in call order, whatever finished first", async () => {
  const heads: CallAllRequest[] = [];
  const hub = await hubWith({
    callAll: (stream) => {
      stream.on("data", (request: CallAllRequest) => {
        heads.push(request);
        for (const i of [2, 0, 1]) reply(stream, i, String(i * 10));
        reply(stream, 0, "99");
      });
      stream.on("end", () => stream.end());
    },
  });
  const responses = await hub.callAll(calls(3), { parallelism: 2 });
  expect(responses.map((response) => response.result)).toEqual([0, 10, 20]);
  expect(heads).toMatchObject([{ total: 3, parallelism: 2 }]);
});

test("an empty batch, and slots that have their answer here, ask nobody", async () => {
  const hub = await hubWith({});
  expect(await hub.callAll([])).toEqual([]);
  const responses = await hub.callAll([
    { name: "a", args: { v: Number.NaN } },
    { name: "b", timeout: 0 },
    { name: "c", signal: AbortSignal.abort() },
  ]);
  expect(responses.map((response) => response.fault?.kind)).toEqual(["invalid_arguments", "timeout", "cancelled"]);
});

test("a large batch is spread over messages that stay within the limit", async () => {
  const sizes: number[] = [];
  let slot = 0;
  const hub = await hubWith({
    limits: { maxMessageBytes: 200_000 },
    callAll: (stream) => {
      stream.on("data", (request: CallAllRequest) => {
        sizes.push(Buffer.from(JSON.stringify(request.calls.map((call) => call.arguments?.data.length))).length);
        for (const call of request.calls) reply(stream, slot++, String(call.arguments?.data.length));
      });
      stream.on("end", () => stream.end());
    },
  });
  const responses = await hub.callAll(Array.from({ length: 10 }, () => ({ name: "t", args: "x".repeat(100_000) })));
  expect(responses.map((response) => response.result)).toEqual(Array(10).fill(100_000));
  expect(sizes).toHaveLength(10);
});

test("cancelling one slot answers it at once, tells the sidecar, and leaves the others", async () => {
  const one = new AbortController();
  const cancels: number[] = [];
  const hub = await hubWith({
    callAll: (stream) => {
      stream.on("data", (request: CallAllRequest) => {
        cancels.push(...request.cancel);
        if (request.calls.length > 0) one.abort();
        for (const slot of request.cancel) {
          reply(stream, slot, '"too late"');
          reply(stream, 0, '"zero"');
          reply(stream, 2, '"two"');
        }
      });
      stream.on("end", () => stream.end());
    },
  });
  const [zero, cancelled, two] = await hub.callAll([{ name: "t" }, { name: "u", signal: one.signal }, { name: "v" }]);
  expect(cancels).toEqual([1]);
  expect([zero?.result, two?.result]).toEqual(["zero", "two"]);
  expect(cancelled).toMatchObject({ error: "Tool u was cancelled.", fault: { kind: "cancelled" } });
});

test("cancelling the whole batch, or closing, answers what is open and ends the stream", async () => {
  const all = new AbortController();
  let streams = 0;
  let ended = 0;
  const hub = await hubWith({
    callAll: (stream) => {
      stream.on("cancelled", () => ended++);
      stream.on("data", () => {
        reply(stream, 0, "1");
        if (++streams === 1) setTimeout(() => all.abort(), 30);
        else setTimeout(() => void hub.close(), 30);
      });
    },
  });
  const kinds = async (options: { signal?: AbortSignal }) =>
    (await hub.callAll(calls(3), options)).map((response) => response.fault?.kind ?? "success");
  expect(await kinds({ signal: all.signal })).toEqual(["success", "cancelled", "cancelled"]);
  expect(await kinds({})).toEqual(["success", "cancelled", "cancelled"]);
  while (ended < 2) await new Promise((tick) => setTimeout(tick, 5));
});

test("a lost batch keeps its answers, repeats what is idempotent, and makes host_lost of the rest", async () => {
  const totals: number[] = [];
  const hub = await hubWith({
    tools: [spec("t0"), spec("t1", { idempotent: true }), spec("t2")],
    callAll: (stream) => {
      stream.once("data", (request: CallAllRequest) => {
        totals.push(request.total);
        if (totals.length === 1) {
          reply(stream, 0, '"kept"');
          fail(stream, status.UNAVAILABLE, "Connection dropped");
        } else reply(stream, 0, `"again ${request.calls[0]?.name}"`);
      });
      stream.on("end", () => stream.end());
    },
  });
  const [kept, again, lost] = await hub.callAll(calls(3));
  expect(totals).toEqual([3, 1]);
  expect([kept?.result, again?.result]).toEqual(["kept", "again t1"]);
  expect(lost).toMatchObject({ error: "Tool t2 lost its host.", fault: { details: { effect: "unknown" } } });
});

test("a draining sidecar ran nothing: the next one is asked, and without one it is an error", async () => {
  let times = 0;
  const hub = await hubWith({
    callAll: (stream) => {
      if (++times <= 2 || times > 3) return fail(stream, status.UNAVAILABLE, "draining");
      stream.once("data", () => reply(stream, 0, "1"));
      stream.on("end", () => stream.end());
    },
  });
  expect((await hub.callAll(calls(1)))[0]?.result).toBe(1);
  await expect(hub.callAll(calls(1))).rejects.toThrow(CannotReachError);
});
