import type { Result } from "./report.js";
import type { Row } from "./rows.js";

const AREA = "matrix/";

/** The outcome matrix for people: a line a row, a column a place, and how many cells passed. */
export function tableOf(rows: readonly Row[], results: readonly Result[]): string {
  const cells = results.flatMap(({ row, problems }) => {
    const [, name, place] = /^(.+?)@([a-z_]+)[^/]*\//.exec(row.name) ?? [];
    return name === undefined || place === undefined ? [] : [{ name, place, passed: problems.length === 0 }];
  });
  const places = [...new Set(cells.map(({ place }) => place))].sort();
  const lines = rows
    .filter(({ name }) => name.startsWith(AREA))
    .map(({ name }) => {
      const own = cells.filter((cell) => cell.name === name);
      const counts = places.map((place) => counted(own.filter((cell) => cell.place === place)));
      return [name.slice(AREA.length), ...counts];
    });
  return aligned([["", ...places], ...lines]);
}

function counted(cells: readonly { readonly passed: boolean }[]): string {
  const failed = cells.filter(({ passed }) => !passed).length;
  return failed === 0 ? String(cells.length) : `${failed} of ${cells.length} FAIL`;
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return padded.map((line) => line.trimEnd()).join("\n");
}
