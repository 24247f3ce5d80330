import { serve } from "../daemon.js";
import { number } from "../expand.js";
import { type Message, Raw, responseOf, resultText } from "../raw.js";
import { briefly, detailsOf, RawStream, streamCall } from "../raw-stream.js";
import { brief, givenNumber, type Scenario, sdkOf } from "../scenario.js";
import { connected } from "../testee.js";
import { toTree, write } from "../tree.js";
import { pause, until, within } from "../wait.js";

const TOOLS = ["values", "life"];
const LONG = { ms: 1500, value: "long" };

/** A peer that sends more than its limit, whatever it was told. */
export const overPeerLimit: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS, config: "limits: { in_flight_per_peer: 3 }\n" });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  stream.call(...[1, 2, 3, 4, 5].map((one) => streamCall(one, "sleep", LONG)));
  const refused = [await stream.answer(4), await stream.answer(5)];
  const details = detailsOf(stream.answers.get("4")?.[0]);
  using other = new RawStream(raw);
  other.call(streamCall(1, "echo", { ok: 1 }));
  const beside = await other.answer(1);
  const ran = [await stream.answer(1), await stream.answer(2), await stream.answer(3)];
  stream.call(streamCall(6, "echo", { ok: 2 }));
  return { refused, details, beside, ran, next: await stream.answer(6) };
};

/** Peers that stay within their own limits, and together are too many. */
export const overTotalLimit: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS, config: "limits: { in_flight: 4, in_flight_per_peer: 3 }\n" });
  using raw = new Raw(daemon.address);
  using one = new RawStream(raw);
  using two = new RawStream(raw);
  one.call(...[1, 2, 3].map((each) => streamCall(each, "sleep", LONG)));
  await one.until("a welcome", () => one.frames[0]);
  await pause(200);
  two.call(...[1, 2].map((each) => streamCall(each, "sleep", LONG)));
  const refused = await two.answer(2);
  const unary = await raw.call("echo", "{}");
  const ran = [await one.answer(1), await one.answer(2), await one.answer(3), await two.answer(1)];
  two.call(streamCall(3, "echo", { ok: 1 }));
  return {
    refused,
    details: detailsOf(two.answers.get("2")?.[0]),
    unary_too: String((responseOf(unary)["fault"] as { readonly kind?: string } | null)?.kind),
    ran,
    next: await two.answer(3),
  };
};

/** An SDK beyond a small limit: it queues, and what waits may run out of time or be cancelled without being sent. */
export const sdkQueues: Scenario = async (scene) => {
  const limit = givenNumber(scene, "limit", 4);
  await using daemon = await serve({ tools: TOOLS, config: `limits: { in_flight_per_peer: ${limit} }\n` });
  await using testee = await connected(sdkOf(scene), daemon.address);
  using raw = new Raw(daemon.address);
  const calls = givenNumber(scene, "calls", 40);
  const many = await Promise.all(
    Array.from({ length: calls }, (_, i) => testee.ask("call", { name: "sleep", args: toTree({ ms: 20, value: i }) })),
  );
  const right = many.filter((reply, i) => write(brief(reply)) === `{"result":${i}}`).length;
  const holding = Array.from({ length: limit }, () =>
    testee.ask("call", { name: "sleep", args: toTree({ ...LONG, key: "holding" }) }),
  );
  const started = async (key: string): Promise<number> => {
    const state: unknown = JSON.parse(resultText(responseOf(await raw.call("state", JSON.stringify({ key })))));
    return number(toTree((state as Readonly<Record<string, unknown>>)["started"])) ?? -1;
  };
  await until(
    5000,
    () => started("holding"),
    (count) => count === limit,
  );
  const waiting = { name: "sleep", args: toTree({ ms: 1, key: "waiting" }) };
  const [late, cancelled, patient] = await Promise.all([
    testee.ask("call", { ...waiting, timeout_ms: 200 }),
    testee.ask("call", { ...waiting, cancel_after_ms: 200 }),
    testee.ask("call", { name: "echo", args: toTree({ ok: 1 }) }),
  ]);
  const held = (await Promise.all(holding)).map((reply) => write(brief(reply)));
  return {
    right,
    late: brief(late),
    cancelled: brief(cancelled),
    patient: brief(patient),
    held: [...new Set(held)],
    waiting_started: await started("waiting"),
  };
};

/** Results over the limit on the shared stream, and answers that are too many for one message. */
export const streamLargeResults: Scenario = async () => {
  await using daemon = await serve({ tools: ["values", "streams"] });
  using raw = new Raw(daemon.address, { "grpc.max_receive_message_length": 33_554_432 });
  using stream = new RawStream(raw);
  const heavy = (one: number, kind: string, bytes: number) => streamCall(one, "heavy", { kind, bytes });
  stream.call(heavy(1, "result", 34_000_000), heavy(2, "block", 34_000_000), streamCall(3, "echo", { ok: 1 }));
  const kinds = [await stream.answer(1), await stream.answer(2), await stream.answer(3)];
  stream.call(...[4, 5, 6, 7].map((one) => heavy(one, "result", 9_000_000)));
  const lengths = await Promise.all([4, 5, 6, 7].map(async (one) => String(await stream.answer(one)).length));
  stream.call(heavy(8, "block", 20_000_000), heavy(9, "block", 20_000_000));
  const blocks = [await stream.answer(8), await stream.answer(9)];
  stream.call(heavy(10, "details", 40_000_000), streamCall(11, "echo", { ok: 2 }));
  stream.call({ ...heavy(12, "progress", 40_000_000), wants_progress: true });
  const progress = [await stream.answer(12), String(stream.progress(12)[0]?.["message"]).length];
  return {
    progress,
    kinds,
    lengths,
    blocks,
    details: await stream.answer(10),
    next: await stream.answer(11),
  };
};

/** A batch whose answers are too many for one message, and large in every part. */
export const batchLargeAnswers: Scenario = async () => {
  await using daemon = await serve({ tools: ["streams"] });
  using raw = new Raw(daemon.address, { "grpc.max_receive_message_length": 33_554_432 });
  const one = (kind: string, bytes: number): Message => ({
    name: "heavy",
    arguments: { data: Buffer.from(JSON.stringify({ kind, bytes })), media_type: "" },
  });
  const calls = [one("block", 14_000_000), one("block", 14_000_000), one("details", 14_000_000), one("result", 9)];
  const stream = raw.both("toolspan.v1.Tools", "CallAll");
  const slots: Message[] = [];
  stream.on("data", (message: Message) => slots.push(...(message["slots"] as readonly Message[])));
  const ended = new Promise<string>((resolve) => stream.on("status", ({ code }) => resolve(String(code))));
  stream.write({ total: calls.length, parallelism: calls.length, calls });
  const status = await within(30_000, "a batch of large answers", ended);
  slots.sort((a, b) => Number(a["index"]) - Number(b["index"]));
  return { status, answers: slots.map((slot) => briefly(slot["response"] as Message)) };
};

/** A sidecar with a small message limit and a short longest call, as every caller meets it. */
export const smallLimits: Scenario = async (scene) => {
  const config = "limits: { message: 1MiB, call: 400ms }\n";
  await using daemon = await serve({ tools: [...TOOLS, "streams"], config });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const call = async (name: string, args: unknown, more: Readonly<Record<string, unknown>> = {}) =>
    brief(await testee.ask("call", { name, args: toTree(args), ...more }));
  return {
    args: await call("measure", { blob: { $repeat: ["y", 2_000_000] } }),
    args_within: await call("measure", { blob: { $repeat: ["y", 900_000] } }),
    result: await call("heavy", { kind: "result", bytes: 2_000_000 }),
    longest: await call("sleep", { ms: 20_000 }),
    longest_wins: await call("sleep", { ms: 20_000 }, { timeout_ms: 60_000 }),
    next: await call("echo", { ok: 1 }),
  };
};

/** Calls that wait for a host that starts again, beyond its queue. */
export const hostQueue: Scenario = async () => {
  await using daemon = await serve({ tools: ["values", "crash"], config: "limits: { queue_per_host: 2 }\n" });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  stream.call(streamCall(1, "exit", {}));
  const lost = await stream.answer(1);
  stream.call(...[2, 3, 4, 5].map((one) => streamCall(one, "fine", {}, { timeout_ms: 10_000 })));
  const refused = [await stream.answer(4), await stream.answer(5)];
  const served = [await stream.answer(2), await stream.answer(3)];
  stream.call(streamCall(6, "echo", { ok: 1 }));
  return { lost, refused, served, beside: await stream.answer(6) };
};
