import { ToolResponse, tool } from "toolspan";
import { z } from "zod";

// What a program hands over is CSV text as the stations write it: a heading, quoted notes, and gaps where a sensor was silent.

const statistics = z.object({
  key: z.string(),
  rows: z.int(),
  missing: z.int(),
  min: z.number().nullable(),
  mean: z.number().nullable(),
  max: z.number().nullable(),
});

export const summarise = tool({
  name: "summarise",
  description: "Minimum, mean and maximum of one column of CSV measurements, for each value of another column.",
  input: z.object({
    csv: z.string().describe("CSV text whose first line names the columns."),
    column: z.string().describe("The column of numbers."),
    by: z.string().default("station").describe("The column to group by."),
    only: z.array(z.string()).optional().describe("The groups that are wanted; all where not given."),
  }),
  output: z.array(statistics),
  timeout: 10_000,
  idempotent: true,
  run: ({ csv, column, by, only }, { progress }) => {
    const [heading = [], ...rows] = records(csv);
    const place = heading.indexOf(column);
    const keyPlace = heading.indexOf(by);
    const absent = [column, by].filter((name) => !heading.includes(name));
    if (absent.length > 0) {
      return ToolResponse.error(`The CSV has no column ${absent.join(" and no column ")}.`, {
        details: { code: "no_such_column", data: { columns: heading } },
      });
    }
    const groups = new Map<string, string[]>();
    for (const [i, row] of rows.entries()) {
      const key = row[keyPlace] ?? "";
      groups.set(key, [...(groups.get(key) ?? []), row[place] ?? ""]);
      if (i % 50 === 0) progress({ fraction: i / rows.length });
    }
    return [...groups]
      .filter(([key]) => only === undefined || only.includes(key))
      .map(([key, cells]) => statisticsOf(key, cells));
  },
});

function statisticsOf(key: string, cells: readonly string[]): z.infer<typeof statistics> {
  const values = cells.filter((cell) => cell !== "").map(Number);
  const missing = cells.length - values.length;
  if (values.length === 0) return { key, rows: cells.length, missing, min: null, mean: null, max: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    key,
    rows: cells.length,
    missing,
    min: Math.min(...values),
    mean: Math.round(mean * 100) / 100,
    max: Math.max(...values),
  };
}

/** Rows of cells as RFC 4180 has them: quoted cells may hold commas, line breaks and doubled quotes. */
function records(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}
