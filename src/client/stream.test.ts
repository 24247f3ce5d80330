import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CallRequest } from "../gen/toolspan/v1/tools.js";
import type { Progress } from "../model/call.js";
import { isToolResponse, type ToolResponse } from "../model/response.js";
import { spec } from "../model/spec.test-support.js";
import { connect } from "./connect.js";
import { CannotReachError, RefusedError } from "./errors.js";
import { answer, FRAME, fakeSidecar, type Script, type Stream, socketFolder } from "./fake-sidecar.test-support.js";
import type { Toolspan } from "./toolspan.js";

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

async function hubWith(script: Script): Promise<Toolspan> {
  open.push(await fakeSidecar(socket, script));
  const hub = await connect(`unix:${socket}`, { connectTimeout: 1000 });
  open.push(hub);
  return hub;
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) await new Promise((tick) => setTimeout(tick, 5));
  expect(condition()).toBe(true);
}

const echo = (request: CallRequest) => answer(Buffer.from(request.arguments?.data ?? []).toString());
const kinds = (responses: readonly ToolResponse[]) => responses.map((response) => response.fault?.kind ?? "success");
const drainFrame = { ...FRAME, drain: { graceMs: 1000n } };

describe("many calls", () => {
  test("share frames, and each answer is that of its call", async () => {
    let frames = 0;
    const hub = await hubWith({ call: echo, frame: () => frames++ });
    const lane = async (lane: number) => {
      for (let i = 0; i < 50; i++) expect((await hub.call("t", [lane, i])).result).toEqual([lane, i]);
    };
    await Promise.all(Array.from({ length: 64 }, (_, i) => lane(i)));
    expect(frames).toBeLessThan(64 * 50);
  });

  test("a batch goes out as one frame, in call order, within its window", async () => {
    const sizes: number[] = [];
    const hub = await hubWith({ call: echo, frame: ({ calls }) => sizes.push(calls.length) });
    const calls = Array.from({ length: 64 }, (_, i) => ({ name: "t", args: [i] }));
    const results = async (options: object) => (await hub.callAll(calls, options)).map((response) => response.result);
    expect(await results({})).toEqual(calls.map(({ args }) => args));
    expect(sizes.filter((size) => size > 0)).toEqual([64]);
    sizes.length = 0;
    expect(await results({ parallelism: 5 })).toEqual(calls.map(({ args }) => args));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  });

  test("ten thousand at once wait their turn", async () => {
    let most = 0;
    let inside = 0;
    const hub = await hubWith({
      limits: { maxInFlight: 100 },
      call: async (request) => {
        most = Math.max(most, ++inside);
        await new Promise(setImmediate);
        inside--;
        return echo(request);
      },
    });
    const all = await Promise.all(Array.from({ length: 10_000 }, (_, i) => hub.call("t", [i])));
    expect(all.every(({ result }, i) => Array.isArray(result) && result[0] === i)).toBe(true);
    expect(most).toBeLessThanOrEqual(100);
  });

  test("a hundred thousand from 64 lanes leave nothing behind", async () => {
    const hub = await hubWith({ call: () => answer("1") });
    const run = async (count: number) => {
      let left = count;
      const lane = async () => {
        while (left-- > 0) expect((await hub.call("t", "{}")).success).toBe(true);
      };
      await Promise.all(Array.from({ length: 64 }, lane));
    };
    await run(20_000);
    const before = process.memoryUsage().heapUsed;
    await run(80_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1_048_576);
  });

  test("large arguments travel beside the stream", async () => {
    const onStream: number[] = [];
    const hub = await hubWith({
      call: (request) => answer(String(request.arguments?.data.length)),
      frame: ({ calls }) => onStream.push(...calls.map(({ call }) => call?.arguments?.data.length ?? 0)),
    });
    const sizes = [10, 300_000, 20, 262_144, 262_145];
    const all = await Promise.all(sizes.map((size) => hub.call("t", "x".repeat(size))));
    expect(all.map(({ result }) => result)).toEqual(sizes);
    expect(onStream).toEqual([10, 20, 262_144]);
  });
});

describe("a call that ends here", () => {
  const stuck = (requests: string[], cancels: bigint[], release: Promise<void>): Script => ({
    limits: { maxInFlight: 1 },
    call: async ({ name }) => {
      requests.push(name);
      if (name === "first") await release;
      return answer(`"${name}"`);
    },
    frame: ({ cancel }) => cancels.push(...cancel),
  });

  test("in the queue is never sent, whether its budget or its caller ended it", async () => {
    const requests: string[] = [];
    let release = () => {};
    const hub = await hubWith(stuck(requests, [], new Promise<void>((free) => (release = free))));
    const stop = new AbortController();
    const first = hub.call("first");
    const others = [
      hub.call("short", {}, { timeout: 50 }),
      hub.call("dropped", {}, { signal: stop.signal }),
      hub.call("last"),
    ];
    setTimeout(() => stop.abort(), 20);
    expect(kinds(await Promise.all(others.slice(0, 2)))).toEqual(["timeout", "cancelled"]);
    release();
    expect(kinds(await Promise.all([first, ...others.slice(2)]))).toEqual(["success", "success"]);
    expect(requests).toEqual(["first", "last"]);
  });

  test("after it was sent is told to the sidecar, and its late answer is dropped", async () => {
    const requests: string[] = [];
    const cancels: bigint[] = [];
    const hub = await hubWith(stuck(requests, cancels, new Promise(() => {})));
    const stop = new AbortController();
    const first = hub.call("first", {}, { signal: stop.signal });
    await until(() => requests.length === 1);
    stop.abort();
    expect((await first).fault?.kind).toBe("cancelled");
    expect((await hub.call("second")).result).toBe("second");
    expect(cancels).toEqual([1n]);
  });

  test("with the signal of its batch, and each other with its own", async () => {
    const all = new AbortController();
    const own = new AbortController();
    let seen = 0;
    const hub = await hubWith({
      call: ({ name }) => {
        if (++seen === 3) own.abort();
        return name === "quick" ? answer("1") : "never";
      },
    });
    const batch = hub.callAll([{ name: "quick" }, { name: "own", signal: own.signal }, { name: "slow" }], {
      signal: all.signal,
    });
    setTimeout(() => all.abort(), 100);
    expect(kinds(await batch)).toEqual(["success", "cancelled", "cancelled"]);
  });

  test("is cancelled though the line would end as idle before the cancel is sent", async () => {
    const requests: string[] = [];
    const cancels: bigint[] = [];
    const hub = await hubWith(stuck(requests, cancels, new Promise(() => {})));
    const abort = new AbortController();
    const call = hub.call("first", {}, { signal: abort.signal });
    await until(() => requests.length === 1);
    setTimeout(() => {
      abort.abort();
      // The line's timer is due by the end of this, and runs before what was queued in it.
      for (const end = performance.now() + 300; performance.now() < end; );
    }, 600);
    expect((await call).fault?.kind).toBe("cancelled");
    await until(() => cancels.length === 1);
  });
});

describe("a drain", () => {
  test("lets what was sent end, and holds what was not for the next sidecar", async () => {
    let release = () => {};
    const held = new Promise<void>((free) => (release = free));
    let first: Stream | undefined;
    const streams = new Set<Stream>();
    const hub = await hubWith({
      limits: { maxInFlight: 1 },
      call: async ({ name }) => {
        if (name === "running") await held;
        return answer(`"${name} ${streams.size}"`);
      },
      frame: (_, stream) => {
        first ??= stream;
        streams.add(stream);
      },
    });
    const running = hub.call("running");
    const waiting = hub.call("waiting");
    await until(() => first !== undefined);
    first?.write(drainFrame);
    expect((await waiting).result).toBe("waiting 2");
    release();
    expect((await running).success).toBe(true);
  });

  test("that ends with the stream left what it did not answer unrun, so it is sent again", async () => {
    let streams = 0;
    const hub = await hubWith({
      call: ({ name }) => (streams < 2 ? "never" : answer(`"${name}"`)),
      frame: ({ hello, calls }, stream) => {
        if (hello !== undefined) streams++;
        if (streams > 1 || calls.length === 0) return;
        stream.write(drainFrame);
        stream.end();
      },
    });
    expect((await hub.call("late")).result).toBe("late");
    expect(streams).toBe(2);
  });
});

describe("a lost stream", () => {
  test.each<[string, (stream: Stream) => void]>([
    ["is cut", (stream) => stream.emit("error", { code: status.UNAVAILABLE, details: "Connection dropped" })],
    ["ends", (stream) => stream.end()],
    ["is cancelled by its peer", (stream) => stream.emit("error", { code: status.CANCELLED, details: "" })],
    ["is ended for its volume", (stream) => stream.emit("error", { code: status.RESOURCE_EXHAUSTED, details: "" })],
  ])("that %s costs what was sent, repeats what is idempotent, and keeps the rest", async (_, cut) => {
    let times = 0;
    const hub = await hubWith({
      limits: { maxInFlight: 2 },
      tools: [spec("a"), spec("again", { idempotent: true }), spec("later")],
      call: ({ name }) => (times++ < 2 ? "never" : answer(`"${name}"`)),
      frame: ({ calls }, stream) => {
        if (times === 0 && calls.length > 0) setTimeout(() => cut(stream), 30);
      },
    });
    const [a, again, later] = await hub.callAll([{ name: "a" }, { name: "again" }, { name: "later" }]);
    expect(a?.fault).toMatchObject({ kind: "host_lost", details: { effect: "unknown" } });
    expect([again?.result, later?.result]).toEqual(["again", "later"]);
  });

  test("with no sidecar after it ends a batch in an error", async () => {
    const sidecar = await fakeSidecar(socket, { call: () => answer("1") });
    const hub = await connect(`unix:${socket}`, { connectTimeout: 200 });
    open.push(hub);
    expect((await hub.call("t")).result).toBe(1);
    await sidecar[Symbol.asyncDispose]();
    await new Promise((noticed) => setTimeout(noticed, 50));
    await expect(hub.callAll([{ name: "t" }])).rejects.toThrow(CannotReachError);
  });

  test("that was refused ran nothing: greeting decides", async () => {
    let streams = 0;
    const refuse = (stream: Stream) =>
      void stream.emit("error", { code: status.UNAUTHENTICATED, details: "This address needs a token." });
    const hub = await hubWith({
      stream: (stream) => {
        if (++streams === 1) return refuse(stream);
        stream.on("data", ({ calls }) => {
          for (const { number } of calls) {
            stream.write({
              ...FRAME,
              answers: [{ number, response: { ...wireNothing, executionTimeMs: BigInt(streams) } }],
            });
          }
        });
      },
    });
    expect((await hub.call("t")).executionTimeMs).toBe(2);
    socket += "2";
    const hopeless = await hubWith({ stream: refuse });
    await expect(hopeless.call("t")).rejects.toThrow(RefusedError);
  });

  test("that an older sidecar does not know makes way for unary calls", async () => {
    let streams = 0;
    const hub = await hubWith({
      call: echo,
      stream: (stream) => {
        streams++;
        stream.emit("error", { code: status.UNIMPLEMENTED, details: "unknown method Stream" });
      },
    });
    const all = await Promise.all([hub.call("t", [1]), hub.call("t", [2])]);
    expect(all.map(({ result }) => result)).toEqual([[1], [2]]);
    expect((await hub.call("t", [3])).result).toEqual([3]);
    expect(streams).toBe(1);
  });

  test("that ended for want of calls is opened again by the next", async () => {
    const streams = new Set<Stream>();
    let ended = 0;
    const hub = await hubWith({
      call: echo,
      frame: (_, stream) => {
        if (!streams.has(stream)) stream.on("end", () => ended++);
        streams.add(stream);
      },
    });
    expect((await hub.call("t", [1])).result).toEqual([1]);
    await until(() => ended === 1);
    expect((await hub.call("t", [2])).result).toEqual([2]);
    expect(streams.size).toBe(2);
  });
});

const wireNothing = {
  result: undefined,
  success: true,
  error: undefined,
  toolName: "t",
  blocks: [],
  fault: undefined,
};

describe("progress", () => {
  const steps: NonNullable<Script["call"]> = async ({ arguments: args }, _, tell) => {
    for (let i = 1; i <= 5; i++) tell({ fraction: i / 8, message: `step ${i}` });
    tell({ message: "done" });
    return answer(String(args?.data.length ?? 0));
  };

  test.each([2, 300_000])("comes in order, and the response last (%i bytes of arguments)", async (bytes) => {
    const hub = await hubWith({ call: steps });
    const items: (Progress | ToolResponse)[] = [];
    for await (const item of hub.stream("t", "x".repeat(bytes))) items.push(item);
    expect(items.slice(0, -1)).toEqual([
      ...[1, 2, 3, 4, 5].map((i) => ({ fraction: i / 8, message: `step ${i}` })),
      { message: "done" },
    ]);
    expect(items.at(-1)).toMatchObject({ success: true, result: bytes });
    expect(isToolResponse(items.at(-1))).toBe(true);
  });

  test("of a call that is left early ends, and cancels the call", async () => {
    let reached: Promise<void> | undefined;
    const hub = await hubWith({
      call: (_, cancelled, tell) => {
        reached = cancelled;
        tell({ fraction: 0.1 });
        return "never";
      },
    });
    for await (const item of hub.stream("t")) {
      expect(item).toEqual({ fraction: 0.1 });
      break;
    }
    await reached;
  });

  test("that nobody reads harms nobody", async () => {
    const hub = await hubWith({
      call: async (request, _, tell) => {
        if (request.name === "t") for (let i = 0; i < 5000; i++) tell({ message: String(i) });
        return echo(request);
      },
    });
    const unread = hub.stream("t", [1]);
    expect((await unread.next()).value).toMatchObject({ message: expect.any(String) });
    expect((await hub.call("u", [2])).result).toEqual([2]);
    let last: unknown;
    let count = 0;
    for await (const item of unread) {
      last = item;
      count++;
    }
    expect(last).toMatchObject({ result: [1] });
    expect(count).toBeLessThanOrEqual(5000);
  });

  test("of a call that has its answer here is that answer", async () => {
    const hub = await hubWith({});
    const items: unknown[] = [];
    for await (const item of hub.stream("t", {}, { timeout: 0 })) items.push(item);
    expect(items).toMatchObject([{ fault: { kind: "timeout" } }]);
  });
});
