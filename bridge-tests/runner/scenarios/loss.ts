import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gone } from "../child.js";
import { serve } from "../daemon.js";
import { folder } from "../places.js";
import { Raw, responseOf, resultText } from "../raw.js";
import { brief, givenNumber, raisedMessage, type Scenario, sdkOf, testeeOf } from "../scenario.js";
import { connected } from "../testee.js";
import { type Tree, toTree } from "../tree.js";
import { pause, until } from "../wait.js";

const TOOLS = ["values", "life"];
const ECHO = { name: "echo", args: toTree({ ok: 1 }) };

async function stateOf(raw: Raw, key: string): Promise<Record<string, number>> {
  return JSON.parse(resultText(responseOf(await raw.call("state", JSON.stringify({ key })))) || "{}") as Record<
    string,
    number
  >;
}

/** A caller that is killed lets go of its calls. */
export const killedCaller: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  const testee = await connected(sdkOf(scene), daemon.address);
  const single = testee.ask("call", { name: "sleep", args: toTree({ ms: 60_000, key: "single" }) }).catch(() => {});
  const calls = Array.from({ length: 3 }, () => ({ name: "sleep", args: { ms: 60_000, key: "batch" } }));
  const batch = testee.ask("call_all", { calls }).catch(() => {});
  const started = await until(
    10_000,
    async () => [await stateOf(raw, "single"), await stateOf(raw, "batch")],
    ([one, many]) => one?.["started"] === 1 && many?.["started"] === 3,
  );
  testee.child.kill("SIGKILL");
  await testee.child.ended;
  await Promise.all([single, batch]);
  const freed = await until(
    5000,
    async () => [await stateOf(raw, "single"), await stateOf(raw, "batch")],
    ([one, many]) => one?.["aborted"] === 1 && many?.["aborted"] === 3,
  );
  return {
    started: [started[0]?.["started"], started[1]?.["started"]],
    aborted: [freed[0]?.["aborted"], freed[1]?.["aborted"]],
    next: resultText(responseOf(await raw.call("echo", '{"ok":1}'))),
  };
};

/** A sidecar that is killed: a clear error, then the next sidecar. */
export const killedSidecar: Scenario = async (scene) => {
  const listen = `unix:${join(folder(), "s.sock")}`;
  const first = await serve({ tools: TOOLS, listen });
  // Python waits that long for the next sidecar before it says that a call is lost
  await using testee = await connected(sdkOf(scene), listen, { connect_timeout_ms: 10_000 });
  await testee.ask("call", ECHO);
  const lost = testee.ask("call", { name: "sleep", args: toTree({ ms: 60_000 }) });
  const calls = [
    ...Array.from({ length: 2 }, () => ({ name: "sleep", args: { ms: 60_000 } })),
    { name: "echo", args: { ok: 2 } },
  ];
  const batch = testee.ask("call_all", { calls });
  await pause(500);
  first.child.kill("SIGKILL");
  await first.child.ended;
  const answer = brief(await lost);
  const slots = await batch;
  const unreachable = await testee.ask("call", { ...ECHO, timeout_ms: 1000 });
  await using second = await serve({ tools: TOOLS, listen });
  const next = brief(await testee.ask("call", ECHO));
  const answers = slots.get("answers");
  return {
    lost: answer,
    batch: Array.isArray(answers)
      ? answers.map((slot: Tree) => brief(slot instanceof Map ? slot : new Map()))
      : brief(slots),
    unreachable: brief(unreachable),
    says: raisedMessage(unreachable),
    next,
    second: second.address === listen,
  };
};

/** An idempotent call that is lost goes to the next sidecar. */
export const idempotentRepeated: Scenario = async (scene) => {
  const listen = `unix:${join(folder(), "s.sock")}`;
  const file = join(folder(), "attempts");
  const first = await serve({ tools: TOOLS, listen });
  await using testee = await connected(sdkOf(scene), listen);
  await testee.ask("tools");
  await testee.ask("call", ECHO);
  const call = testee.ask("call", { name: "steady", args: toTree({ file, ms: 1500 }), timeout_ms: 20_000 });
  await until(
    5000,
    () => existsSync(file),
    (there) => there,
  );
  first.child.kill("SIGKILL");
  await first.child.ended;
  await using second = await serve({ tools: TOOLS, listen });
  const answer = brief(await call);
  using raw = new Raw(second.address);
  return { answer, attempts: Number(resultText(responseOf(await raw.call("count", JSON.stringify({ file }))))) };
};

/** SIGTERM under load: every call that was sent is answered, and the process ends in order. */
export const drain: Scenario = async (scene) => {
  const listen = `unix:${join(folder(), "s.sock")}`;
  await using daemon = await serve({ tools: TOOLS, listen });
  await using testee = await connected(sdkOf(scene), listen);
  const number = givenNumber(scene, "calls", 40);
  const singles = Array.from({ length: number }, (_, i) =>
    testee.ask("call", { name: "sleep", args: toTree({ ms: 1200, value: i }) }),
  );
  const calls = Array.from({ length: number }, (_, i) => ({ name: "sleep", args: { ms: 1200, value: i } }));
  const batch = testee.ask("call_all", { calls });
  await pause(600);
  daemon.child.kill("SIGTERM");
  await pause(200);
  const late = brief(await testee.ask("call", { ...ECHO, timeout_ms: 600 }));
  const answers = (await Promise.all(singles)).map(brief);
  const slots = (await batch).get("answers");
  const { code } = await daemon.child.ended;
  const expected = answers.map((_, i) => JSON.stringify({ result: i }));
  const right = (list: readonly Tree[]): number =>
    list.filter((tree, i) => JSON.stringify(toPlain(tree)) === expected[i]).length;
  return {
    singles_right: right(answers),
    batch_right: Array.isArray(slots) ? right(slots.map((slot) => brief(slot instanceof Map ? slot : new Map()))) : 0,
    late,
    exit: code,
    socket_left: existsSync(listen.slice(5)),
    gone: await gone(daemon.pid, 1000),
  };
};

function toPlain(tree: Tree): unknown {
  const result = tree instanceof Map ? tree.get("result") : undefined;
  return { result: result !== null && typeof result === "object" && "text" in result ? Number(result.text) : result };
}

/** More calls at once than one peer may have in flight: the SDK queues beyond the announced limit. */
export const beyondInFlight: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const number = givenNumber(scene, "calls", 1300);
  const answers = await Promise.all(
    Array.from({ length: number }, () => testee.ask("call", { name: "sleep", args: toTree({ ms: 400, value: 1 }) })),
  );
  const kinds = new Set(answers.map((answer) => JSON.stringify(toPlain(brief(answer)))));
  return { kinds: [...kinds], number: answers.length };
};

/** Nobody listens: the error names the address and what to do. */
export const nobodyListens: Scenario = async (scene) => {
  const address = `unix:${join(folder(), "none.sock")}`;
  await using testee = testeeOf(scene);
  const reply = await testee.connect(address, { connect_timeout_ms: 300 });
  return { raised: brief(reply), says: raisedMessage(reply).replaceAll(address, "ADDRESS") };
};

/** Somebody listens and never says a word: the error says how long it was waited for. */
export const silentListener: Scenario = async (scene) => {
  const path = join(folder(), "s.sock");
  await using server = createServer((socket) => socket.on("error", () => {}).resume());
  await once(server.listen(path), "listening");
  await using testee = testeeOf(scene);
  const reply = await testee.connect(`unix:${path}`, { connect_timeout_ms: 500 });
  return { raised: brief(reply), says: raisedMessage(reply).replaceAll(path, "PATH") };
};

/** After close, a call says that it cannot be asked; it does not hang. */
export const closed: Scenario = async (scene) => {
  await using daemon = await serve();
  await using testee = await connected(sdkOf(scene), daemon.address);
  await testee.ask("close");
  const reply = await testee.ask("call", ECHO);
  return { raised: reply.has("raised") };
};

/** A forked child may call, and its parent still can. */
export const fork: Scenario = async (scene) => {
  await using daemon = await serve();
  await using testee = await connected(sdkOf(scene), daemon.address);
  await testee.ask("call", ECHO);
  const reply = await testee.ask("fork", ECHO);
  const told = (key: string): Tree => {
    const answer = reply.get(key);
    return answer instanceof Map ? brief(answer) : toTree({ missing: true });
  };
  return { child: told("child"), parent: told("parent") };
};
