import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../daemon.js";
import { folder } from "../places.js";
import { type Message, Raw, responseOf, resultText } from "../raw.js";
import { RawStream, streamCall } from "../raw-stream.js";
import { brief, callerOf, givenNumber, type Scenario, showsStack } from "../scenario.js";
import { toTree } from "../tree.js";
import { until } from "../wait.js";

const TOOLS = ["values", "life"];
const HELLO = { protocol_min: 1, protocol_max: 1 };

// The state that the tools of `life` keep under a key.
async function stateOf(raw: Raw, key: string): Promise<Record<string, number>> {
  const answer = await raw.call("state", JSON.stringify({ key }));
  return JSON.parse(resultText(responseOf(answer)) || "{}") as Record<string, number>;
}

// Whether the connection of a client still answers.
async function works(raw: Raw): Promise<boolean> {
  using stream = new RawStream(raw);
  stream.call(streamCall(1, "echo", { ok: 1 }));
  return JSON.stringify(await stream.answer(1)) === '{"ok":1}';
}

/** First frames that introduce nobody, or somebody of another protocol. */
export const streamHello: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  const file = join(folder(), "ran");
  const kinds: Readonly<Record<string, Message>> = {
    missing: { calls: [streamCall(1, "append", { file })] },
    empty: {},
    newer: { hello: { protocol_min: 98, protocol_max: 99 }, calls: [streamCall(1, "append", { file })] },
    nothing: { hello: {} },
    reversed: { hello: { protocol_min: 3, protocol_max: 1 } },
    wider: { hello: { protocol_min: 1, protocol_max: 99 }, calls: [streamCall(1, "echo", { ok: 1 })] },
  };
  const seen: Record<string, unknown> = {};
  for (const [kind, frame] of Object.entries(kinds)) {
    using stream = new RawStream(raw, { hello: null });
    stream.send(frame);
    stream.stream.end();
    const { status, details } = await stream.ended();
    seen[kind] = status === "OK" ? await stream.answer(1) : { status, details, answers: stream.answers.size };
    if (showsStack(details)) seen["stack"] = details;
  }
  return { ...seen, same_connection: await works(raw), ran: existsSync(file) };
};

/** A hello that is said again, and what follows it. */
export const streamHelloTwice: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  stream.send({ hello: HELLO, calls: [streamCall(1, "echo", { ok: 1 })] });
  stream.send({ hello: { protocol_min: 98, protocol_max: 99 }, calls: [streamCall(2, "echo", { ok: 2 })] });
  const answers = [await stream.answer(1), await stream.answer(2)];
  return { answers, welcomes: stream.frames.filter(({ welcome }) => welcome !== null).length };
};

/** What the first answer frame says of the limits. */
export const streamWelcome: Scenario = async () => {
  await using daemon = await serve({ config: "limits: { in_flight_per_peer: 7, message: 1MiB, call: 3s }\n" });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  const first = await stream.until("a first frame", () => stream.frames[0]);
  const welcome = first["welcome"] as Message | null;
  const greet = await raw.ask("toolspan.v1.Tools", "Greet", { hello: HELLO });
  return {
    limits: welcome?.["limits"],
    as_greet: JSON.stringify(greet.message?.["welcome"]) === JSON.stringify(welcome),
  };
};

/** Numbers that are under way, done, the first, the last, and a call without a call. */
export const streamNumbers: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  const last = "18446744073709551615";
  stream.call(streamCall(0, "echo", { n: "zero" }), streamCall(last, "echo", { n: "last" }));
  const edges = [await stream.answer(0), await stream.answer(last)];
  using repeated = new RawStream(raw);
  repeated.call(streamCall(5, "sleep", { ms: 60_000, key: "repeated" }));
  repeated.call(streamCall(5, "echo", { n: 5 }));
  const twice = await repeated.ended();
  using empty = new RawStream(raw);
  empty.call({ number: 6 });
  const { status } = await empty.ended();
  const state = await until(
    5000,
    () => stateOf(raw, "repeated"),
    ({ aborted, started }) => aborted === started,
  );
  return {
    edges,
    repeated: twice.status,
    says: twice.details,
    left_running: (state["started"] ?? 0) - (state["aborted"] ?? 0),
    empty: status,
    same_connection: await works(raw),
  };
};

/** Frames with a newer peer's fields, and an empty frame. */
export const streamUnknownFields: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw, { unknownFields: Buffer.from("c03e07ca3e0178", "hex") });
  stream.call(streamCall(1, "echo", { ok: 1 }));
  stream.send({});
  stream.call(streamCall(2, "echo", { ok: 2 }));
  return { answers: [await stream.answer(1), await stream.answer(2)] };
};

/** Cancels of nothing, of what is done, of what comes later, and of calls under way. */
export const streamCancel: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  stream.send({ cancel: [1, 77, "18446744073709551615"] });
  stream.call(streamCall(1, "echo", { ok: 1 }));
  const later = await stream.answer(1);
  stream.send({ cancel: [1, 1] });
  stream.send({ calls: [streamCall(2, "sleep", { ms: 60_000, key: "together" })], cancel: [2] });
  stream.call(
    streamCall(3, "sleep", { ms: 60_000, key: "under-way" }),
    streamCall(4, "sleep", { ms: 300, value: "on" }),
  );
  await until(
    5000,
    () => stateOf(raw, "under-way"),
    ({ started }) => started === 1,
  );
  stream.send({ cancel: [3, 3] });
  const answers = [later, await stream.answer(2), await stream.answer(3), await stream.answer(4)];
  const once = [...stream.answers.values()].every((each) => each.length === 1);
  const { started, aborted } = await stateOf(raw, "under-way");
  return { answers, once, started, aborted };
};

/** A stream that its peer half-closes, and one that it resets. */
export const streamClosed: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using half = new RawStream(raw);
  half.call(streamCall(1, "sleep", { ms: 400, value: "whole" }));
  half.stream.end();
  const answer = await half.answer(1);
  const { status } = await half.ended();
  const reset = new RawStream(raw);
  reset.call(
    streamCall(1, "sleep", { ms: 60_000, key: "reset" }),
    streamCall(2, "sleep", { ms: 60_000, key: "reset" }),
  );
  await until(
    5000,
    () => stateOf(raw, "reset"),
    ({ started }) => started === 2,
  );
  reset[Symbol.dispose]();
  const freed = await until(
    5000,
    () => stateOf(raw, "reset"),
    ({ aborted }) => aborted === 2,
  );
  return { answer, status, freed: freed["aborted"], same_connection: await works(raw) };
};

/** Calls that come in one frame are answered in fewer frames than calls, each under its number. */
export const streamCoalesces: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  const number = givenNumber(scene, "calls", 1000);
  stream.call(...Array.from({ length: number }, (_, i) => streamCall(i, "echo", { i })));
  await stream.until("every answer", () => (stream.answers.size === number ? true : undefined));
  let right = 0;
  for (let i = 0; i < number; i++) if (JSON.stringify(await stream.answer(i)) === `{"i":${i}}`) right++;
  return { right, few_frames: stream.frames.length * 4 < number };
};

/** TCP: the stream needs the token too. */
export const streamToken: Scenario = async () => {
  const runtime = folder();
  await using daemon = await serve({ listen: "127.0.0.1:0", env: { XDG_RUNTIME_DIR: runtime } });
  const directory = join(runtime, `toolspan-${process.getuid?.() ?? ""}`);
  const file = readdirSync(directory).find((name) => name.endsWith(".token")) ?? "";
  const token = readFileSync(join(directory, file), "utf8").trim();
  using raw = new Raw(daemon.address);
  const status = async (authorization: string): Promise<unknown> => {
    using stream = new RawStream(raw, { metadata: { authorization } });
    stream.call(streamCall(1, "echo", { ok: 1 }));
    stream.stream.end();
    const end = await stream.ended();
    return end.status === "OK" ? stream.answer(1) : end.status;
  };
  return { none: await status(""), wrong: await status("Bearer wrong"), right: await status(`Bearer ${token}`) };
};

/** Calls within calls, up to the deepest that is allowed and one beyond. */
export const streamDepth: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  await using caller = await callerOf(scene, daemon.address);
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  stream.call(streamCall(1, "echo", { ok: 1 }, { depth: 16 }), streamCall(2, "echo", { ok: 2 }, { depth: 17 }));
  return {
    answers: [await stream.answer(1), await stream.answer(2)],
    after: brief(await caller.ask("call", { name: "echo", args: toTree({ ok: 3 }) })),
  };
};
