import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { TESTS } from "./places.js";
import type { Row } from "./rows.js";
import type { Language } from "./testee.js";

/** One row in one language. */
export interface Result {
  readonly row: Pick<Row, "name" | "area" | "callersDiffer">;
  readonly language: Language;
  readonly problems: readonly string[];
  /** What every caller must see alike; empty where nothing is compared. */
  readonly alike: string;
  /** What every model must read alike; not compared with the command line, which shows none. */
  readonly models: string;
  readonly ms: number;
}

const knownFailing = z.array(
  z.strictObject({ row: z.string(), language: z.string(), reason: z.string().min(1), report: z.url().optional() }),
);

/** Collects results, compares callers with each other, and says how the run went. */
export class Report {
  readonly results: Result[] = [];
  readonly #verbose: boolean;

  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  add(result: Result): void {
    this.results.push(result);
    if (!this.#verbose && result.problems.length === 0) return;
    const mark = result.problems.length === 0 ? "pass" : "FAIL";
    console.log(`${mark} ${result.row.name} [${result.language}] ${Math.round(result.ms)} ms`);
    for (const problem of result.problems.slice(0, 8)) console.log(`       ${problem}`);
  }

  /** Adds a failure where callers of one row saw different things. */
  compareCallers(): void {
    const rows = new Map<string, Result[]>();
    for (const result of this.results) rows.set(result.row.name, [...(rows.get(result.row.name) ?? []), result]);
    for (const results of rows.values()) {
      const first = results.find(
        ({ problems, language, alike }) => problems.length === 0 && language !== "cli" && alike !== "",
      );
      if (first === undefined || first.row.callersDiffer !== null) continue;
      for (const other of results) {
        if (other === first || other.problems.length > 0 || other.alike === "") continue;
        const problem =
          difference(first.alike, other.alike) ??
          (other.language === "cli" ? undefined : difference(first.models, other.models));
        if (problem !== undefined) this.#replace(other, [`not what ${first.language} sees: ${problem}`]);
      }
    }
  }

  #replace(result: Result, problems: string[]): void {
    this.results.splice(this.results.indexOf(result), 1);
    this.add({ ...result, problems });
  }

  /** Turns the known failures round: they must fail. Returns what is wrong with the run as a whole. */
  settle(whole: boolean): { passed: number; failed: number; notes: string[] } {
    const known = knownFailing.parse(JSON.parse(readFileSync(join(TESTS, "known-failing.json"), "utf8")));
    const notes: string[] = [];
    let failed = 0;
    for (const { row, language, problems } of this.results) {
      const entry = known.find((one) => one.row === row.name && one.language === language);
      if (entry !== undefined && problems.length === 0) {
        notes.push(`known-failing.json: ${row.name} [${language}] passes; remove it`);
      }
      if ((entry === undefined) === problems.length > 0) failed++;
    }
    if (whole) {
      for (const { row, language } of known) {
        const ran = this.results.some((result) => result.row.name === row && result.language === language);
        if (!ran) notes.push(`known-failing.json: ${row} [${language}] is no row`);
      }
      notes.push(...this.#belowFloor());
    }
    return {
      passed: this.results.length - failed,
      failed: failed + notes.filter((note) => !note.endsWith("remove it")).length,
      notes,
    };
  }

  #belowFloor(): string[] {
    const floors = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(join(TESTS, "floors.json"), "utf8")));
    return Object.entries(floors).flatMap(([language, floor]) => {
      const count = this.results.filter((result) => result.language === language).length;
      return count < floor ? [`floors.json: ${count} rows in ${language}, fewer than ${floor}`] : [];
    });
  }

  /** Writes every result for a machine. */
  writeTo(file: string): void {
    const rows = this.results.map(({ row, language, problems, ms }) => ({
      row: row.name,
      language,
      passed: problems.length === 0,
      problems,
      ms: Math.round(ms),
    }));
    writeFileSync(file, `${JSON.stringify(rows, null, 1)}\n`);
  }
}

// The place where two texts part, or undefined where they are equal.
function difference(a: string, b: string): string | undefined {
  if (a === b) return undefined;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const at = Math.max(0, i - 40);
  return `…${a.slice(at, at + 160)} against …${b.slice(at, at + 160)}`;
}
