import { serve } from "../daemon.js";
import { field, text } from "../expand.js";
import { residentMb, watchMemory } from "../memory.js";
import { Raw } from "../raw.js";
import { briefly, RawStream, streamCall } from "../raw-stream.js";
import { brief, givenNumber, type Scenario, sdkOf } from "../scenario.js";
import { connected, type Testee } from "../testee.js";
import { parse, toTree, write } from "../tree.js";
import { pause, within } from "../wait.js";

const ECHO = { name: "echo", args: toTree({ ok: 1 }) };

// Asks `calls` calls of which `tasks` are under way at once, and counts the answers that are those of their calls.
async function ask(testee: Testee, calls: number, tasks: number, first = 0): Promise<number> {
  let next = first;
  let right = 0;
  const task = async (): Promise<void> => {
    while (next < first + calls) {
      const i = next++;
      const reply = await testee.ask("call", { name: "echo", args: toTree({ i }) });
      const response = parse(text(reply.get("response")) ?? "null");
      if (write(field(response, "result") ?? null) === `{"i":${i}}`) right++;
    }
  };
  await Promise.all(Array.from({ length: tasks }, task));
  return right;
}

/** Many calls from many tasks over one connection; the sidecar's memory after a first part against that after the rest. */
export const manyCalls: Scenario = async (scene) => {
  await using daemon = await serve();
  await using testee = await connected(sdkOf(scene), daemon.address);
  const calls = givenNumber(scene, "calls", 20_000);
  const tasks = givenNumber(scene, "tasks", 64);
  const warm = Math.floor(calls / 4);
  let right = await ask(testee, warm, tasks);
  const before = residentMb(daemon.pid);
  right += await ask(testee, calls - warm, tasks, warm);
  return { right, grown_mb: Math.round(residentMb(daemon.pid) - before) };
};

/** A caller that asks and never reads: only it is harmed, and memory stays bounded. */
export const neverReads: Scenario = async (scene) => {
  // few calls at once, so that what is unread is what counts, not what is under way
  await using daemon = await serve({ tools: ["values", "streams"], config: "limits: { in_flight_per_peer: 32 }\n" });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const before = residentMb(daemon.pid);
  const memory = watchMemory(daemon.pid);
  using raw = new Raw(daemon.address);
  using deaf = new RawStream(raw);
  await deaf.until("a welcome", () => deaf.frames[0]);
  deaf.stream.pause();
  const args = { kind: scene.given.get("kind"), bytes: givenNumber(scene, "bytes", 200) };
  const calls = givenNumber(scene, "calls", 1000);
  const each = Math.ceil(calls / 50);
  // What HTTP/2 does not take is not pushed: a caller that does not read soon cannot write either.
  let sent = 0;
  const flooding = (async () => {
    while (sent < calls && !deaf.stream.destroyed) {
      const writable = deaf.send({ calls: Array.from({ length: each }, () => streamCall(sent++, "heavy", args)) });
      if (writable) await pause(40);
      else await Promise.race([new Promise((resolve) => deaf.stream.once("drain", resolve)), pause(3000)]);
      if (!writable && deaf.stream.writableNeedDrain) return;
    }
  })();
  const answers: unknown[] = [];
  for (let i = 0; i < 20; i++) {
    answers.push(brief(await within(10_000, "a call beside", testee.ask("call", ECHO))));
    await pause(100);
  }
  await flooding;
  const right = answers.filter((answer) => JSON.stringify(toResult(answer)) === '{"ok":1}').length;
  return { right, grown_mb: (await memory.stop()) - Math.round(before) };
};

function toResult(answer: unknown): unknown {
  const result = answer instanceof Map ? answer.get("result") : undefined;
  return result instanceof Map ? { ok: Number(String(write(result.get("ok") ?? null))) } : result;
}

/** Two callers, of which one floods far beyond its limit. */
export const flood: Scenario = async (scene) => {
  await using daemon = await serve({ tools: ["values", "life"] });
  await using testee = await connected(sdkOf(scene), daemon.address);
  using raw = new Raw(daemon.address);
  using flooder = new RawStream(raw);
  const calls = givenNumber(scene, "calls", 20_000);
  for (let i = 0; i < calls; i += 500) {
    flooder.call(...Array.from({ length: 500 }, (_, k) => streamCall(i + k, "sleep", { ms: 1500, value: 1 })));
  }
  const answers: unknown[] = [];
  for (let i = 0; i < 10; i++) answers.push(brief(await within(10_000, "a call beside", testee.ask("call", ECHO))));
  await flooder.until("every answer", () => (flooder.answers.size === calls ? true : undefined));
  const kinds = new Map<string, number>();
  for (const [one] of flooder.answers.values()) {
    const kind = String(briefly((one?.["response"] ?? null) as Parameters<typeof briefly>[0]));
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  flooder.call(streamCall(calls, "echo", { ok: 1 }));
  return {
    right: answers.filter((answer) => JSON.stringify(toResult(answer)) === '{"ok":1}').length,
    ran: kinds.get("1") ?? 0,
    overloaded: kinds.get("overloaded") ?? 0,
    kinds: kinds.size,
    next: await flooder.answer(calls),
  };
};

/** A cancel while 30 MiB of arguments are on their way: it is not stuck behind them. */
export const cancelBehindLarge: Scenario = async (scene) => {
  await using daemon = await serve({ tools: ["values", "life", "streams"] });
  await using testee = await connected(sdkOf(scene), daemon.address);
  using raw = new Raw(daemon.address);
  const blob = { $repeat: ["y", 31_457_280] };
  await testee.ask("call", ECHO);
  const large = testee.ask("call", { name: "measure", args: toTree({ blob }) });
  const small = testee.ask("call", {
    name: "sleep",
    args: toTree({ ms: 60_000, key: "behind" }),
    cancel_after_ms: 400,
  });
  const cancelled = brief(await small);
  const state = async (): Promise<string> => {
    const answer = await raw.call("state", '{"key":"behind"}');
    return String(JSON.stringify(briefly(answer.message?.["response"] as Parameters<typeof briefly>[0])));
  };
  let seen = await state();
  for (let i = 0; i < 100 && !seen.includes('"aborted":1') && seen.includes('"started":1'); i++) {
    await pause(25);
    seen = await state();
  }
  const { started, aborted } = JSON.parse(seen) as Readonly<Record<string, number>>;
  const arrived = { state: JSON.parse(seen) as unknown, same: started === aborted };
  return { cancelled, ...arrived, large: brief(await large) };
};
