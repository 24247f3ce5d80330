import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { field, list, text } from "./expand.js";
import { TESTS } from "./places.js";
import { LANGUAGES, type Language, SDKS } from "./testee.js";
import { parse, type Tree, type TreeMap } from "./tree.js";

/** One row of a case file. */
export interface Row {
  readonly name: string;
  readonly area: string;
  readonly why: string;
  /** The id of the public case that it stands for. */
  readonly cases: readonly string[];
  readonly languages: readonly Language[];
  /** Must not run beside other rows. */
  readonly alone: boolean;
  /** Why callers may see different answers; null means that they must not. */
  readonly callersDiffer: string | null;
  readonly body: TreeMap;
}

const KEYS = new Set([
  ...["name", "why", "case", "source", "languages", "cli", "alone", "callers_differ", "steps"],
  ...["call", "args", "text", "json", "payload", "timeout_ms", "cancel_after_ms", "call_id", "spec_digest", "injected"],
  ...["batch", "parallelism", "tools", "poll_ms", "expect", "scenario", "with", "wire", "cancel_by", "message", "type"],
  ...["convert", "given", "given_text", "given_snapshot", "given_wire", "given_hex", "golden", "crash", "without"],
  ...["skills", "records"],
  ...["progress", "again", "places", "translate", "goldens", "own", "one", "from", "to", "back"],
]);

/** Every row of bridge-tests/cases, read without losing a digit. */
export function readRows(): Row[] {
  const folder = join(TESTS, "cases");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const rows = files.flatMap((file) => {
    const area = basename(file, ".json");
    return list(parse(readFileSync(join(folder, file), "utf8"))).map((tree) => rowOf(tree, area));
  });
  const names = new Set<string>();
  for (const { name } of rows) {
    if (names.has(name)) throw new Error(`two rows are called ${name}`);
    names.add(name);
  }
  return rows;
}

function rowOf(tree: Tree, area: string): Row {
  const name = text(field(tree, "name")) ?? "";
  const why = text(field(tree, "why")) ?? "";
  if (!(tree instanceof Map) || !name.startsWith(`${area}/`) || why === "") {
    throw new Error(`a row of ${area}.json needs a name that starts with "${area}/" and a why: ${name}`);
  }
  const unknown = [...tree.keys()].filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw new Error(`row ${name} has unknown keys: ${unknown.join(", ")}`);
  const cases = field(tree, "case");
  return {
    name,
    area,
    why,
    cases: typeof cases === "string" ? [cases] : list(cases).map(String),
    languages: languagesOf(tree, name),
    alone: field(tree, "alone") === true,
    callersDiffer: text(field(tree, "callers_differ")) ?? null,
    body: tree,
  };
}

function languagesOf(row: TreeMap, name: string): Language[] {
  const named = row.get("languages");
  if (named === undefined) return row.get("cli") === true ? [...SDKS, "cli"] : [...SDKS];
  return list(named).map((word) => {
    const language = LANGUAGES.find((one) => one === word);
    if (language === undefined) throw new Error(`row ${name} names the language ${String(word)}`);
    return language;
  });
}
