import { serve } from "../daemon.js";
import { list } from "../expand.js";
import { residentMb, watchMemory } from "../memory.js";
import { type Message, Raw, responseOf, resultText } from "../raw.js";
import { RawStream, streamCall } from "../raw-stream.js";
import { brief, givenNumber, type Scenario, sdkOf } from "../scenario.js";
import { connected } from "../testee.js";
import { toTree } from "../tree.js";
import { pause, until } from "../wait.js";

const TOOLS = ["values", "life", "streams"];

/** Progress of calls side by side: each under its own number, before its answer, and only where it was asked for. */
export const progressByNumber: Scenario = async () => {
  await using daemon = await serve({ tools: TOOLS });
  using raw = new Raw(daemon.address);
  using stream = new RawStream(raw);
  const asked = { wants_progress: true };
  const arrived: string[] = [];
  stream.stream.on("data", (frame: Message) => {
    for (const one of frame["progress"] as readonly Message[]) arrived.push(`progress ${String(one["number"])}`);
    for (const one of frame["answers"] as readonly Message[]) arrived.push(`answer ${String(one["number"])}`);
  });
  stream.call(
    streamCall(1, "steps", { times: 4, ms: 60 }, asked),
    streamCall(2, "steps", { times: 3, ms: 60 }),
    streamCall(3, "last_word", {}, asked),
  );
  const answers = [await stream.answer(1), await stream.answer(2), await stream.answer(3)];
  await pause(100);
  const last = arrived.lastIndexOf("progress 1");
  return {
    answers,
    messages: stream.progress(1).map((one) => one["message"]),
    unasked: stream.progress(2).length,
    last_word: stream.progress(3).map((one) => one["message"]),
    before_answer: last >= 0 && last < arrived.indexOf("answer 1"),
    after_answer: arrived.indexOf("progress 3") > arrived.indexOf("answer 3"),
  };
};

/** A tool that tells far more than anybody reads. */
export const progressFlood: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  await using testee = await connected(sdkOf(scene), daemon.address);
  await testee.ask("call", { name: "echo", args: toTree({}) });
  const before = residentMb(daemon.pid);
  const memory = watchMemory(daemon.pid);
  const times = givenNumber(scene, "times", 100_000);
  const reply = await testee.ask("stream", { name: "flood", args: toTree({ times }) });
  const told = list(reply.get("progress"));
  return {
    answer: brief(reply),
    some: told.length > 0,
    bounded: told.length < times / 10,
    grown_mb: (await memory.stop()) - Math.round(before),
  };
};

/** Leaving the loop early cancels the call. */
export const progressLeft: Scenario = async (scene) => {
  await using daemon = await serve({ tools: TOOLS });
  await using testee = await connected(sdkOf(scene), daemon.address);
  using raw = new Raw(daemon.address);
  const args = toTree({ times: 1000, ms: 60, key: "left" });
  const reply = await testee.ask("stream", { name: "steps", args, leave_after: 2 });
  const state = await until(
    5000,
    async () => {
      const answer = await raw.call("steps_state", '{"key":"left"}');
      return JSON.parse(resultText(responseOf(answer)) || "{}") as Readonly<Record<string, number>>;
    },
    ({ aborted }) => aborted === 1,
  );
  return {
    progress: list(reply.get("progress")).length,
    answered: reply.has("response"),
    aborted: state["aborted"],
    next: brief(await testee.ask("call", { name: "echo", args: toTree({ ok: 1 }) })),
  };
};
