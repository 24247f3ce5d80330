import { field, map } from "./expand.js";
import { included } from "./match.js";
import type { Report } from "./report.js";
import type { Row } from "./rows.js";
import { SCENARIOS } from "./scenarios/index.js";
import type { Language } from "./testee.js";
import { toTree } from "./tree.js";
import { within } from "./wait.js";

const LONGEST_MS = 120_000;

/** Plays one scenario row for one caller. */
export async function play(row: Row, language: Language, report: Report): Promise<void> {
  const started = performance.now();
  const name = String(row.body.get("scenario"));
  const scenario = SCENARIOS.get(name);
  const problems: string[] = [];
  try {
    if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
    const given = map(row.body.get("with"));
    const seen = await within(LONGEST_MS, name, scenario({ language, given }));
    problems.push(...included(field(row.body, "expect") ?? null, toTree(seen)));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  report.add({
    row: { ...row, callersDiffer: "a scenario" },
    language,
    problems,
    alike: "",
    models: "",
    ms: performance.now() - started,
  });
}
