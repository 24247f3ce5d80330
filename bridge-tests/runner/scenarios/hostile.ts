import { randomBytes } from "node:crypto";
import { connect as http2 } from "node:http2";
import { createConnection } from "node:net";
import { type Daemon, serve } from "../daemon.js";
import { Raw, type RawAnswer, responseOf, resultText } from "../raw.js";
import { brief, callerOf, type Scenario, showsStack } from "../scenario.js";
import { toTree } from "../tree.js";
import { pause, within } from "../wait.js";

const TOOLS = "toolspan.v1.Tools";

// Whether the sidecar still answers on a connection of its own, and is the same process.
async function lives(daemon: Daemon): Promise<boolean> {
  using raw = new Raw(daemon.address);
  return (
    daemon.child.process.exitCode === null && resultText(responseOf(await raw.call("echo", '{"ok":1}'))) === '{"ok":1}'
  );
}

function told(answer: RawAnswer): Record<string, unknown> {
  return {
    status: answer.status,
    details: answer.details,
    short: answer.details.length <= 1024,
    stack: showsStack(answer.details),
  };
}

/** Bytes that are no HTTP/2, of several kinds, beside a caller who works. */
export const garbage: Scenario = async (scene) => {
  await using daemon = await serve();
  await using caller = await callerOf(scene, daemon.address);
  const path = daemon.address.replace("unix:", "");
  const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const kinds = [
    randomBytes(4096),
    Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    Buffer.concat([Buffer.from(preface), randomBytes(4096)]),
    Buffer.from("{}\n"),
    Buffer.from([0]),
  ];
  for (const bytes of kinds) {
    const socket = createConnection(path);
    socket.on("error", () => {});
    socket.write(bytes);
    await pause(60);
    socket.destroy();
  }
  const answer = brief(await caller.ask("call", { name: "echo", args: toTree({ ok: 1 }) }));
  return { answer, lives: await lives(daemon) };
};

/** A message over the limit, from a client that has none. */
export const oversizedFrame: Scenario = async (scene) => {
  await using daemon = await serve();
  await using caller = await callerOf(scene, daemon.address);
  using raw = new Raw(daemon.address);
  const answer = await raw.call("echo", JSON.stringify({ blob: "x".repeat(40_000_000) }));
  const after = brief(await caller.ask("call", { name: "echo", args: toTree({ ok: 1 }) }));
  const same = resultText(responseOf(await raw.call("echo", '{"ok":2}')));
  return { ...told(answer), ok: answer.status === "OK", after, same_connection: same, lives: await lives(daemon) };
};

/** A frame whose bytes are no message of the schema. */
export const malformedFrame: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const answer = await raw.ask(TOOLS, "Call", {}, { bytes: Buffer.from("ffffffffffffffffff", "hex") });
  const cut = await raw.ask(TOOLS, "Call", {}, { bytes: Buffer.from("0a7f6563", "hex") });
  return { first: told(answer), second: told(cut), lives: await lives(daemon) };
};

/** A length prefix that promises more than comes, by hand over HTTP/2. */
export const liarFrame: Scenario = async () => {
  await using daemon = await serve();
  const session = http2("http://localhost", {
    createConnection: () => createConnection(daemon.address.replace("unix:", "")),
  });
  session.on("error", () => {});
  const headers = {
    ":method": "POST",
    ":path": `/${TOOLS}/Call`,
    "content-type": "application/grpc",
    te: "trailers",
    "toolspan-protocol": "1-1",
  };
  for (const bytes of ["00ffffffff00", "0000000010aabb", "0500000000", ""]) {
    const stream = session.request(headers);
    stream.on("error", () => {});
    stream.resume();
    stream.end(Buffer.from(bytes, "hex"));
    await Promise.race([new Promise((resolve) => stream.on("close", resolve)), pause(1500)]);
    stream.close();
  }
  session.destroy();
  return { lives: await lives(daemon) };
};

/** A peer of another protocol level. */
export const protocolLevel: Scenario = async (scene) => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const metadata = { "toolspan-protocol": String(scene.given.get("speaks") ?? "") };
  const call = await raw.call("echo", "{}", { metadata });
  const list = await raw.ask(TOOLS, "List", {}, { metadata });
  const greet = await raw.ask(
    TOOLS,
    "Greet",
    { hello: { protocol_min: 99, protocol_max: 99, sdk_version: "9", language: "java" } },
    { metadata: { "toolspan-protocol": "" } },
  );
  return { call: told(call), list: told(list), greet: told(greet), lives: await lives(daemon) };
};

/** A service that the peer does not have. */
export const unimplemented: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const service = await raw.ask("toolspan.v1.Nowhere", "Ask");
  const method = await raw.ask(TOOLS, "Nothing");
  return { service: service.status, method: method.status, lives: await lives(daemon) };
};

/** Batches that break their own promise. */
export const brokenBatch: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const call = { name: "echo", arguments: { data: Buffer.from("{}"), media_type: "" } };
  const play = async (...requests: Record<string, unknown>[]): Promise<string> => {
    const stream = raw.both(TOOLS, "CallAll");
    const ended = new Promise<string>((resolve) => stream.on("status", ({ code }) => resolve(String(code))));
    stream.resume();
    for (const request of requests) stream.write(request);
    stream.end();
    return within(10_000, "a broken batch", ended);
  };
  return {
    too_many: await play({ total: 1, calls: [call, call] }),
    too_few: await play({ total: 3, calls: [call] }),
    nothing: await play(),
    cancel_beyond: await play({ total: 1, calls: [call], cancel: [7, 4_294_967_295] }),
    lives: await lives(daemon),
  };
};

/** Pings far more often than servers like them, beside a silent call. */
export const pings: Scenario = async () => {
  await using daemon = await serve({ tools: ["values", "life"] });
  using raw = new Raw(daemon.address, {
    "grpc.keepalive_time_ms": 100,
    "grpc.keepalive_timeout_ms": 2000,
    "grpc.keepalive_permit_without_calls": 1,
  });
  const answer = await raw.call("sleep", '{"ms":2500,"value":"awake"}');
  const next = await raw.call("echo", "{}");
  return { status: answer.status, result: resultText(responseOf(answer)), next: next.status };
};

/** A peer that resets its stream has not asked anyone to stop. */
export const resetStream: Scenario = async (scene) => {
  await using daemon = await serve({ tools: ["values", "life"] });
  await using caller = await callerOf(scene, daemon.address);
  using raw = new Raw(daemon.address);
  const stream = raw.stream(TOOLS, "Watch");
  await new Promise<void>((resolve) => stream.once("data", () => resolve()));
  stream.cancel();
  const batch = raw.both(TOOLS, "CallAll");
  batch.write({ total: 2, calls: [{ name: "sleep", arguments: { data: Buffer.from('{"ms":60000,"key":"reset"}') } }] });
  await pause(300);
  batch.cancel();
  await pause(200);
  const state = JSON.parse(resultText(responseOf(await raw.call("state", '{"key":"reset"}'))));
  return {
    answer: brief(await caller.ask("call", { name: "echo", args: toTree({ ok: 1 }) })),
    state,
    lives: await lives(daemon),
  };
};

/** Requests with what this version does not know. */
export const unknownFields: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  // field 1 "echo", field 2 a payload of "{}", field 1000 varint 7, field 1001 "x"
  const bytes = Buffer.from("0a046563686f12040a027b7dc03e07ca3e0178", "hex");
  const answer = await raw.ask(TOOLS, "Call", {}, { bytes });
  return { status: answer.status, result: resultText(responseOf(answer)) };
};
