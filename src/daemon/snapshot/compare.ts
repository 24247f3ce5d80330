import { type Difference, differences } from "../../dialects/difference.js";
import { child } from "../../model/problem.js";
import { readJsonExact } from "../../model/read-json-exact.js";
import { writeJson } from "../../model/write-json.js";

const MOST = 100;

/** What is not as it was in one golden, a line a place; none where nothing changed. `was` is null where there was no such file. */
export function changesIn(file: string, was: string | null, is: string): readonly string[] {
  if (was === is) return [];
  if (was === null) return [`${file}: there is no golden of it`];
  const before = readJsonExact(was);
  const after = readJsonExact(is);
  if (!before.ok) return [`${file}: the golden ${before.problem.reason}`];
  if (!after.ok) return [`${file}: ${after.problem.reason}`];
  const lines = differences(before.value, after.value).map((difference) => `${file}${line(difference)}`);
  // The bytes differ, the values do not.
  return lines.length > 0 ? lines : [`${file}: the golden was written in another way`];
}

function line(difference: Difference): string {
  const { path } = difference;
  const place = path.reduce<string>(child, "");
  if (!("was" in difference)) return `${place}: is new: ${shown(difference.is)}`;
  if (!("is" in difference)) return `${place}: is gone`;
  return `${place}: ${shown(difference.was)} -> ${shown(difference.is)}`;
}

function shown(value: unknown): string {
  const written = writeJson(value);
  const points = written.ok ? [...written.text] : ["?"];
  return points.length <= MOST ? points.join("") : `${points.slice(0, MOST - 1).join("")}…`;
}
