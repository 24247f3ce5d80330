import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measured } from "../run/cell.js";
import type { Axis } from "../run/growth.js";
import { PROJECT } from "../run/places.js";
import { LARGE, SMALL } from "../run/plan.js";
import type { Ratio } from "./ratios.js";
import { type Row, rate } from "./rows.js";
import { readable, shown, spread } from "./spread.js";
import { svg } from "./svg.js";

const DOCS = join(PROJECT, "docs");
const BEGIN = "<!-- written by npm run bench -- --docs -->";
const END = "<!-- to here -->";

/** Draws the curves and puts the tables of a run into docs/performance.md, between its two marks. */
export function writeDocs(
  rows: readonly Row[],
  ratios: readonly Ratio[],
  measured: readonly Measured[],
  axes: readonly Axis[],
): void {
  for (const axis of axes) draw(axis, measured);
  const file = join(DOCS, "performance.md");
  const old = existsSync(file) ? readFileSync(file, "utf8") : `${BEGIN}\n${END}\n`;
  const [before = "", rest = ""] = old.split(BEGIN, 2);
  const [, after = ""] = rest.split(END, 2);
  writeFileSync(file, `${before}${BEGIN}\n\n${tables(rows, ratios)}\n\n${END}${after}`);
}

function draw({ name, title, points, base }: Axis, measured: readonly Measured[]): void {
  const drawn = points.flatMap(({ at, cell }) => {
    const found = measured.find((each) => each.cell.subject === cell.subject);
    const costs = found?.rounds.flatMap((reply) => (reply === null ? [] : [1e6 / rate(reply)])) ?? [];
    return costs.length === 0 ? [] : [{ at, value: spread(costs) }];
  });
  if (drawn.length < 2) return;
  const falls = name === "in-flight";
  const chart = {
    title: `Cost of a call by ${title}`,
    x: title,
    y: "µs a call",
    logY: base === null || falls,
    label: name === "bytes" ? sizeLabel : (at: number) => at.toLocaleString("en"),
    points: drawn,
  };
  writeFileSync(join(DOCS, `performance-${name}.svg`), svg(chart));
}

function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`;
}

function tables(rows: readonly Row[], ratios: readonly Ratio[]): string {
  return [
    "### Targets",
    "",
    "| ratio | caller | bytes | in flight | median (min–max) | target | |",
    "|---|---|---|---|---|---|---|",
    ...ratios
      .filter(({ met }) => met !== null)
      .map((r) => {
        return `| ${r.name} | ${r.caller} | ${r.bytes} | ${r.in_flight} | ${shown(r)} | ${r.target} | ${r.met ? "met" : "**not met**"} |`;
      }),
    "",
    ...grid("Calls a second, 200 bytes, 64 in flight", rows, SMALL, 64, (row) => row.ops_per_s),
    ...grid("Median latency in µs, 200 bytes, 1 in flight", rows, SMALL, 1, (row) => row.p50_us),
    ...grid("Calls a second, 64 KiB, 64 in flight", rows, LARGE, 64, (row) => row.ops_per_s),
  ].join("\n");
}

function grid(
  title: string,
  rows: readonly Row[],
  bytes: number,
  inFlight: number,
  value: (row: Row) => Row["p50_us"],
): string[] {
  const here = rows.filter(
    (row) => row.bytes === bytes && row.in_flight === inFlight && !/^(growth|wait)-/.test(row.subject),
  );
  const callers = [...new Set(here.map(({ caller }) => caller))];
  const subjects = [...new Set(here.map(({ subject, transport }) => `${subject} | ${transport}`))];
  const at = (name: string, caller: string): string => {
    const row = here.find((each) => `${each.subject} | ${each.transport}` === name && each.caller === caller);
    if (row === undefined) return "";
    const found = value(row);
    return `${found === null ? "failed" : readable(found.median)}${row.failed > 0 && found !== null ? " ¹" : ""}`;
  };
  const note = here.some(({ failed }) => failed > 0) ? ["", "¹ some of its calls failed and are not counted"] : [];
  return [
    `### ${title}`,
    "",
    `| subject | over | ${callers.join(" | ")} |`,
    `|---|---|${callers.map(() => "---:|").join("")}`,
    ...subjects.map((name) => `| ${name} | ${callers.map((caller) => at(name, caller)).join(" | ")} |`),
    ...note,
    "",
  ];
}
