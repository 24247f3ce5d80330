import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Caller } from "./caller.js";
import { field, list, text } from "./expand.js";
import { canonical, differences } from "./match.js";
import { TESTS } from "./places.js";
import type { Shown } from "./step.js";
import { parse, type Tree, type TreeMap, write } from "./tree.js";

const SNAPSHOTS = join(TESTS, "snapshots");

type Answer = { readonly event: string | null; readonly refusal: string | null };

/** A step that translates one event, and back again where it says so. */
export async function runTranslate(step: TreeMap, caller: Caller): Promise<Shown> {
  const [from, to] = [text(step.get("from")) ?? "", text(step.get("to")) ?? ""];
  const given = write(step.get("translate") ?? null);
  const expected = step.get("expect") ?? new Map();
  if (step.get("one") === true) return runOne(caller, given, from, to, expected);
  const reply = await ask(caller, [given], from, to);
  if (!Array.isArray(reply)) return shown(differences(expected, reply), canonical(reply));
  const [answer] = reply;
  const made = answer?.event ?? null;
  const problems =
    made === null
      ? differences(expected, new Map([["refusal", answer?.refusal ?? null]]))
      : differences(field(expected, "event") ?? null, parse(made), "/event");
  if (step.get("back") === true && made !== null) problems.push(...(await back(caller, made, given, from, to)));
  return shown(problems, made ?? answer?.refusal ?? "");
}

// The method for one event, which raises where it cannot cross.
async function runOne(caller: Caller, given: string, from: string, to: string, expected: Tree): Promise<Shown> {
  const reply = await caller.ask("translate", { events: [given], from, to, one: true });
  const raised = reply.get("raised");
  const made = text(reply.get("text"));
  const seen = new Map<string, Tree>(made === undefined ? [["raised", raised ?? null]] : [["event", parse(made)]]);
  return shown(differences(expected, seen), canonical(seen));
}

async function back(caller: Caller, made: string, given: string, from: string, to: string): Promise<string[]> {
  const reply = await ask(caller, [made], to, from);
  const again = Array.isArray(reply) ? reply[0]?.event : undefined;
  return differences(parse(given), again === undefined || again === null ? null : parse(again), "/back");
}

/**
 * A step that holds a dialect to its goldens: our own events into it byte for byte, and out of it again value for value; or what
 * Flink Agents itself wrote, to the other language's dialect and back.
 */
export async function runGoldens(step: TreeMap, caller: Caller): Promise<Shown> {
  const dialect = text(step.get("goldens")) ?? "";
  const own = text(step.get("own"));
  return own === undefined ? ours(dialect, caller) : theirs(dialect, own, caller);
}

async function ours(dialect: string, caller: Caller): Promise<Shown> {
  const events = files("dialects/canonical");
  const goldens = files(`dialects/${dialect}`);
  const made = await all(caller, [...events.values()], "canonical", dialect);
  const problems: string[] = [];
  const names = [...events.keys()];
  for (const [i, name] of names.entries()) {
    const { event, refusal } = made[i] ?? { event: null, refusal: "no answer" };
    const line = event ?? JSON.stringify({ cannot_cross: refusal });
    if (`${line}\n` !== goldens.get(name)) problems.push(`${name}: ${line.slice(0, 200)} is not the golden`);
  }
  const crossed = names.filter((_, i) => made[i]?.event !== null);
  const texts = made.flatMap(({ event }) => (event === null ? [] : [event]));
  const again = await all(caller, texts, dialect, "canonical");
  for (const [i, name] of crossed.entries()) {
    const whole = parse(events.get(name) ?? "");
    problems.push(...differences(whole, parse(again[i]?.event ?? "null")).map((one) => `${name} comes back: ${one}`));
  }
  return shown(problems, made.map((one) => one.event ?? one.refusal).join("\n"));
}

async function theirs(to: string, from: string, caller: Caller): Promise<Shown> {
  const events = files(`flink-agents/${from.split("/")[1] ?? ""}`);
  const made = await all(caller, [...events.values()], from, to);
  const problems: string[] = [];
  const names = [...events.keys()];
  for (const [i, name] of names.entries()) {
    const { event, refusal } = made[i] ?? { event: null, refusal: "no answer" };
    if (event === null) problems.push(`${name}: ${refusal}`);
    else
      problems.push(...(await back(caller, event, events.get(name) ?? "", from, to)).map((one) => `${name}: ${one}`));
  }
  return shown(problems, made.map((one) => one.event ?? one.refusal).join("\n"));
}

async function all(caller: Caller, events: readonly string[], from: string, to: string): Promise<readonly Answer[]> {
  const reply = await ask(caller, events, from, to);
  if (!Array.isArray(reply)) throw new Error(`raised ${write(reply)}`);
  if (reply.length !== events.length) throw new Error(`${reply.length} answers to ${events.length} events`);
  return reply;
}

async function ask(caller: Caller, events: readonly string[], from: string, to: string): Promise<Answer[] | TreeMap> {
  const reply = await caller.ask("translate", { events, from, to });
  const raised = reply.get("raised");
  if (raised !== undefined) return new Map<string, Tree>([["raised", raised]]);
  return list(reply.get("events")).map((one) => ({
    event: text(field(one, "event")) ?? null,
    refusal: text(field(one, "refusal")) ?? null,
  }));
}

function files(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(SNAPSHOTS, folder)).filter((name) => name.endsWith(".json"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(SNAPSHOTS, folder, name), "utf8")]));
}

function shown(problems: readonly string[], alike: string): Shown {
  return { problems, alike, models: "" };
}
