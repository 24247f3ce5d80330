import { join } from "node:path";
import { rowsAgain } from "./again.js";
import { type Caller, cliCaller } from "./caller.js";
import type { Daemon } from "./daemon.js";
import { list } from "./expand.js";
import { folder } from "./places.js";
import type { Report } from "./report.js";
import type { Row } from "./rows.js";
import { runStep, type Shown } from "./step.js";
import { connected, isSdk, type Language } from "./testee.js";
import { type Tree, type TreeMap, write } from "./tree.js";

/** The rows of one caller against a shared sidecar, one after the other. */
export async function runLane(language: Language, rows: readonly Row[], daemon: Daemon, report: Report): Promise<void> {
  if (rows.length === 0) return;
  if (language === "cli") return runRows(rows, cliCaller(daemon.address), report);
  if (!isSdk(language)) return;
  try {
    await using testee = await connected(language, daemon.address);
    await runRows(rows, testee, report, daemon.address);
  } catch (error) {
    // a caller that cannot be started fails every one of its rows: an environment is never a reason to skip
    const problems = [error instanceof Error ? error.message : String(error)];
    for (const row of rows) report.add({ row, language, problems, alike: "", models: "", ms: 0 });
  }
}

async function runRows(rows: readonly Row[], caller: Caller, report: Report, address = ""): Promise<void> {
  for (const row of rows) {
    const started = performance.now();
    const shown = row.body.has("again") ? await runAgain(row, caller, address) : await runRow(row, caller);
    report.add({ row, language: caller.language, ...shown, ms: performance.now() - started });
  }
}

// Plays rows over the connection that everyone uses and over another one, which must see the same.
async function runAgain(row: Row, caller: Caller, address: string): Promise<Shown> {
  const problems: string[] = [];
  try {
    const { transport, rows } = rowsAgain(row, caller.language);
    const raised = (await caller.ask("connect", { address, hub: transport, transport })).get("raised");
    if (raised !== undefined) throw new Error(`cannot connect: ${write(raised)}`);
    const other: Caller = {
      language: caller.language,
      ask: (op, fields) => caller.ask(op, { ...fields, hub: transport }),
    };
    for (const each of rows) {
      const [usual, again] = [await runRow(each, caller), await runRow(each, other)];
      problems.push(...again.problems.map((problem) => `${each.name}: ${problem}`));
      const alike = usual.alike === again.alike && usual.models === again.models;
      if (!alike && each.callersDiffer === null) problems.push(`${each.name}: not what the usual connection sees`);
    }
    await other.ask("close", {});
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return { problems, alike: "", models: "" };
}

let plays = 0;

async function runRow(row: Row, caller: Caller): Promise<Shown> {
  // a row that is played again finds the keys of its first play spent
  const own = { $LANE: `lane-${caller.language}-${plays++}-`, $FILE: join(folder(), "file.txt") };
  const problems: string[] = [];
  const alike: string[] = [];
  const models: string[] = [];
  try {
    const steps = row.body.has("steps") ? list(row.body.get("steps")) : [row.body];
    for (const [i, step] of steps.entries()) {
      const shown = await runStep(filled(step, own), caller);
      problems.push(...shown.problems.map((problem) => (steps.length > 1 ? `step ${i + 1}: ${problem}` : problem)));
      alike.push(shown.alike);
      models.push(shown.models);
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const common = (seen: readonly string[]): string =>
    Object.entries(own).reduce((text, [word, value]) => text.replaceAll(value, word), seen.join("\n"));
  return { problems, alike: common(alike), models: common(models) };
}

// What differs by lane stands as a word in the row: a key of its own, a file of its own.
function filled(step: Tree, own: Readonly<Record<string, string>>): TreeMap {
  const fill = (tree: Tree): Tree => {
    if (typeof tree === "string") return own[tree] ?? tree;
    if (Array.isArray(tree)) return tree.map(fill);
    if (tree instanceof Map) return new Map([...tree].map(([key, item]) => [key, fill(item)]));
    return tree;
  };
  const made = fill(step);
  if (!(made instanceof Map)) throw new Error(`a step is an object, not ${write(made)}`);
  return made;
}
