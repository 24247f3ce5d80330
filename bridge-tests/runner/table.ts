import { map } from "./expand.js";
import type { Result } from "./report.js";
import type { Row } from "./rows.js";

const AREA = "matrix/";

/** The outcome matrix for people: a line a row, a column a place, how many cells passed, and why places are left out. */
export function tableOf(rows: readonly Row[], results: readonly Result[]): string {
  const cells = results.flatMap(({ row, problems }) => {
    const [, name, place] = /^(.+?)@([a-z_]+)[^/]*\//.exec(row.name) ?? [];
    return name === undefined || place === undefined ? [] : [{ name, place, passed: problems.length === 0 }];
  });
  const places = [...new Set(cells.map(({ place }) => place))].sort();
  const shown = rows.filter(({ name, body }) => name.startsWith(AREA) && !body.has("records"));
  const lines = shown.map(({ name }) => {
    const own = cells.filter((cell) => cell.name === name);
    const counts = places.map((place) => counted(own.filter((cell) => cell.place === place)));
    return [name.slice(AREA.length), ...counts];
  });
  return `${aligned([["", ...places], ...lines])}\n\n${reasons(shown)}`;
}

function counted(cells: readonly { readonly passed: boolean }[]): string {
  if (cells.length === 0) return "-";
  const failed = cells.filter(({ passed }) => !passed).length;
  return failed === 0 ? String(cells.length) : `${failed} of ${cells.length} FAIL`;
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return padded.map((line) => line.trimEnd()).join("\n");
}

// Each reason for which rows leave out a kind of place, once.
function reasons(rows: readonly Row[]): string {
  const names = new Map<string, string[]>();
  for (const { name, body } of rows) {
    for (const [family, reason] of map(body.get("without"))) {
      const key = `without ${family}: ${String(reason)}`;
      names.set(key, [...(names.get(key) ?? []), name.slice(AREA.length)]);
    }
  }
  return [...names].map(([reason, own]) => `- ${reason} (${own.join(", ")})`).join("\n");
}
