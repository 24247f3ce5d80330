import type { Caller } from "./caller.js";
import { expand, field, list, number, tagNumbers, text, withIndex } from "./expand.js";
import { canonical, differences } from "./match.js";
import { checkResponse } from "./response.js";
import { runGoldens, runTranslate } from "./translate.js";
import { Num, type Tree, type TreeMap, write } from "./tree.js";
import { pause } from "./wait.js";

/** What one step showed. */
export interface Shown {
  readonly problems: readonly string[];
  /** What every caller must see alike. */
  readonly alike: string;
  /** What every model must read alike; the command line shows none. */
  readonly models: string;
}

const OPTIONS = ["timeout_ms", "cancel_after_ms", "call_id", "spec_digest", "cancel_by"];

/** Runs one step of a row through a caller, and asks again where the step polls. */
export async function runStep(step: TreeMap, caller: Caller): Promise<Shown> {
  const end = performance.now() + (number(step.get("poll_ms")) ?? 0);
  for (;;) {
    const shown = await runOnce(step, caller);
    if (shown.problems.length === 0 || performance.now() >= end) return shown;
    await pause(30);
  }
}

async function runOnce(step: TreeMap, caller: Caller): Promise<Shown> {
  if (step.has("call")) return runCall(step, caller);
  if (step.has("batch")) return runBatch(step, caller);
  if (step.has("tools")) return runTools(step, caller);
  if (step.has("translate")) return runTranslate(step, caller);
  if (step.has("goldens")) return runGoldens(step, caller);
  throw new Error("a step has call, batch, tools, translate or goldens");
}

async function runCall(step: TreeMap, caller: Caller): Promise<Shown> {
  const progress = step.get("progress");
  const reply = await caller.ask(progress === undefined ? "call" : "stream", commandOf(step));
  const name = text(step.get("call")) ?? "";
  const shown = checkResponse(reply, name, step.get("expect") ?? new Map(), caller.language);
  if (progress === undefined) return shown;
  const told = list(reply.get("progress")).map(withFloat);
  return { ...shown, problems: [...shown.problems, ...differences(progress, told, "/progress")] };
}

// A fraction is a float, whichever way a language writes a whole one.
function withFloat(update: Tree): Tree {
  const fraction = number(field(update, "fraction"));
  if (fraction === undefined || !(update instanceof Map)) return update;
  return new Map(update).set("fraction", new Num(Number.isInteger(fraction) ? `${fraction}.0` : String(fraction)));
}

async function runBatch(step: TreeMap, caller: Caller): Promise<Shown> {
  const calls = repeated(list(step.get("batch")));
  const parallelism = step.get("parallelism");
  const fields = { calls: calls.map((call) => commandOf(call)), ...(parallelism === undefined ? {} : { parallelism }) };
  const reply = await caller.ask("call_all", fields);
  const raised = reply.get("raised");
  if (raised !== undefined) return { problems: [`raised ${write(raised)}`], alike: write(raised), models: "" };
  const answers = list(reply.get("answers"));
  const expected = repeated(list(step.get("expect")));
  if (answers.length !== expected.length) {
    return {
      problems: [`expected ${expected.length} answers, got ${answers.length}`],
      alike: String(answers.length),
      models: "",
    };
  }
  const shown = expected.map((expectation, i) => {
    const answer = answers[i];
    const name = text(calls[i]?.get("call")) ?? "";
    const one = checkResponse(answer instanceof Map ? answer : new Map(), name, expectation, caller.language);
    return { ...one, problems: one.problems.map((problem) => `slot ${i}: ${problem}`) };
  });
  return {
    problems: shown.flatMap(({ problems }) => problems),
    alike: shown.map(({ alike }) => alike).join("\n"),
    models: shown.map(({ models }) => models).join("\n"),
  };
}

async function runTools(step: TreeMap, caller: Caller): Promise<Shown> {
  const reply = await caller.ask("tools", {});
  const raised = reply.get("raised");
  if (raised !== undefined) return { problems: [`raised ${write(raised)}`], alike: write(raised), models: "" };
  const specs = list(reply.get("specs"));
  const wanted = text(step.get("tools"));
  const one =
    wanted === undefined
      ? specs.map((spec) => field(spec, "full_name") ?? null)
      : specs.find((spec) => field(spec, "full_name") === wanted);
  return { problems: differences(step.get("expect") ?? null, one), alike: canonical([...specs]), models: "" };
}

// Every entry that says `times` stands for that many, with `{"$index": true}` as its place.
function repeated(entries: readonly Tree[]): TreeMap[] {
  const all: TreeMap[] = [];
  for (const entry of entries) {
    if (!(entry instanceof Map)) continue;
    const times = number(entry.get("times")) ?? 1;
    const { times: _, ...rest } = Object.fromEntries(entry);
    for (let i = 0; i < times; i++) {
      const made = withIndex(new Map(Object.entries(rest)), all.length);
      if (made instanceof Map) all.push(made);
    }
  }
  return all;
}

/** The fields of a testee's `call`: tagged arguments, argument text, or bytes. */
export function commandOf(step: TreeMap): Record<string, unknown> {
  const fields: Record<string, unknown> = { name: step.get("call") };
  const json = step.get("json");
  if (step.has("args")) fields["args"] = tagNumbers(step.get("args") ?? null);
  if (json !== undefined) fields["text"] = write(json);
  if (step.has("text")) fields["text"] = expand(step.get("text") ?? "");
  if (step.has("payload")) fields["payload"] = step.get("payload");
  if (step.has("injected")) fields["injected"] = tagNumbers(step.get("injected") ?? null);
  for (const option of OPTIONS) if (step.has(option)) fields[option] = step.get(option);
  return fields;
}
