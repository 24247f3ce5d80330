import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect as http2 } from "node:http2";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { gone } from "../child.js";
import { serve } from "../daemon.js";
import { folder } from "../places.js";
import { Raw, responseOf, resultText } from "../raw.js";
import { RawStream, streamCall } from "../raw-stream.js";
import { brief, type Scenario, sdkOf, testeeOf } from "../scenario.js";
import { connected } from "../testee.js";
import { toTree } from "../tree.js";
import { pause, until } from "../wait.js";

const TOOLS = ["values", "life", "streams"];
const ECHO = { name: "echo", args: toTree({ ok: 1 }) };

/** A proxy for TCP that cuts every connection in the middle of what it passes on, once it is told to. */
class Cutter implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Bytes that may still pass, in the direction that is cut. */
  left = Infinity;
  cuts = 0;

  constructor(to: { readonly host: string; readonly port: number }, direction: "up" | "down") {
    this.#server = createServer((near) => {
      const far = createConnection(to);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          near.destroy();
          far.destroy();
        });
      }
      near.on("data", (bytes: Buffer) => this.#pass(far, bytes, direction === "up"));
      far.on("data", (bytes: Buffer) => this.#pass(near, bytes, direction === "down"));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  #pass(to: Socket, bytes: Buffer, counted: boolean): void {
    if (!counted || bytes.length <= this.left) {
      if (counted) this.left -= bytes.length;
      to.write(bytes);
      return;
    }
    const part = bytes.subarray(0, this.left);
    this.left = Infinity;
    this.cuts++;
    to.end(part);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function tcp() {
  const runtime = folder();
  const daemon = await serve({ tools: TOOLS, listen: "127.0.0.1:0", env: { XDG_RUNTIME_DIR: runtime } });
  const directory = join(runtime, `toolspan-${process.getuid?.() ?? ""}`);
  const file = readdirSync(directory).find((name) => name.endsWith(".token")) ?? "";
  const [host = "", port = ""] = daemon.address.split(":");
  return { daemon, to: { host, port: Number(port) }, token: readFileSync(join(directory, file), "utf8").trim() };
}

/** The connection is cut within an answer, or within a call; the next call finds its way. */
export const cutInFrame: Scenario = async (scene) => {
  const up = scene.given.get("direction") === "up";
  const { daemon, to, token } = await tcp();
  await using _ = daemon;
  await using cutter = new Cutter(to, up ? "up" : "down");
  await using testee = testeeOf(scene);
  await testee.connect(await cutter.listen(), { token });
  const before = brief(await testee.ask("call", ECHO));
  const beside = testee.ask("call", { name: "sleep", args: toTree({ ms: 20_000, key: "beside" }) });
  await pause(300);
  cutter.left = 100_000;
  const args = up ? { blob: { $repeat: ["y", 200_000] } } : { kind: "result", bytes: 5_000_000 };
  const lost = brief(await testee.ask("call", { name: up ? "measure" : "heavy", args: toTree(args) }));
  const neighbour = brief(await beside);
  const next = brief(await testee.ask("call", ECHO));
  using raw = new Raw(daemon.address);
  const state = await until(
    5000,
    async () => {
      const answer = await raw.call("state", '{"key":"beside"}', { metadata: { authorization: `Bearer ${token}` } });
      return JSON.parse(resultText(responseOf(answer)) || "{}") as Readonly<Record<string, number>>;
    },
    ({ aborted }) => aborted === 1,
  );
  return { before, lost, beside: neighbour, next, cuts: cutter.cuts, aborted: state["aborted"] };
};

/** A peer that goes away in the middle of a frame, by hand over HTTP/2. */
export const halfFrame: Scenario = async () => {
  const { daemon, to, token } = await tcp();
  await using _ = daemon;
  const metadata = { authorization: `Bearer ${token}` };
  for (const hex of ["00", "00000000ff", "00000000ff0a04", "000000000a0a0408011001"]) {
    const socket = createConnection(to);
    const session = http2("http://localhost", { createConnection: () => socket });
    session.on("error", () => {});
    const stream = session.request({
      ":method": "POST",
      ":path": "/toolspan.v1.Tools/Stream",
      "content-type": "application/grpc",
      te: "trailers",
      ...metadata,
    });
    stream.on("error", () => {});
    stream.write(Buffer.from(hex, "hex"));
    await pause(100);
    socket.destroy();
  }
  using raw = new Raw(daemon.address);
  using after = new RawStream(raw, { metadata });
  after.call(streamCall(1, "echo", { ok: 1 }));
  return { after: await after.answer(1), lives: daemon.child.process.exitCode === null };
};

/** SIGTERM with calls on a stream: they end on it, what comes later did not run, and the process goes in order. */
export const streamDrain: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  using idle = new RawStream(raw);
  const file = join(folder(), "ran");
  stream.call(...[1, 2, 3].map((one) => streamCall(one, "sleep", { ms: 1200, value: one })));
  await idle.until("a welcome", () => idle.frames[0]);
  await pause(400);
  daemon.child.kill("SIGTERM");
  const drain = await stream.until("a drain", () => stream.frames.find((frame) => frame["drain"] !== null));
  stream.call(streamCall(4, "append", { file }), streamCall(5, "append", { file }));
  const late = [await stream.answer(4), await stream.answer(5)];
  const ran = [await stream.answer(1), await stream.answer(2), await stream.answer(3)];
  const ends = [(await stream.ended()).status, (await idle.ended()).status];
  const { code } = await daemon.child.ended;
  return {
    grace_ms: Number((drain["drain"] as { readonly grace_ms?: string }).grace_ms),
    late,
    appended: existsSync(file),
    ran,
    ends,
    exit: code,
    gone: await gone(daemon.pid, 2000),
    socket_left: existsSync(daemon.address.slice(5)),
  };
};

/** SIGTERM and a new sidecar at the same place: calls go on without one of them being lost. */
export const rollingRestart: Scenario = async (scene) => {
  const listen = `unix:${join(folder(), "s.sock")}`;
  const first = await serve({ tools: TOOLS, listen });
  await using testee = await connected(sdkOf(scene), listen);
  const file = join(folder(), "ran");
  let on = true;
  const kinds = new Map<string, number>();
  const task = async (): Promise<void> => {
    while (on) {
      const reply = brief(await testee.ask("call", { name: "append", args: toTree({ file }), timeout_ms: 20_000 }));
      const kind =
        reply instanceof Map && reply.has("result") ? "answered" : JSON.stringify([...(reply as Map<string, unknown>)]);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      await pause(5);
    }
  };
  const tasks = Array.from({ length: 8 }, task);
  await pause(300);
  first.child.kill("SIGTERM");
  const { code } = await first.child.ended;
  await using second = await serve({ tools: TOOLS, listen });
  const so_far = kinds.get("answered") ?? 0;
  await until(
    20_000,
    () => (kinds.get("answered") ?? 0) > so_far + 20,
    (enough) => enough,
  );
  on = false;
  await Promise.all(tasks);
  const lines = readFileSync(file, "utf8").split("\n").length - 1;
  return {
    exit: code,
    kinds: [...kinds.keys()],
    once_each: lines === kinds.get("answered"),
    second: second.address === listen,
  };
};
