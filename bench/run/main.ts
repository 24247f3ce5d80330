import { writeFileSync } from "node:fs";
import { writeDocs } from "../report/docs.js";
import { ratiosOf } from "../report/ratios.js";
import { rowOf } from "../report/rows.js";
import { ratioTable, rowTable } from "../report/table.js";
import { Callers } from "./callers.js";
import type { Cell } from "./cell.js";
import { axes } from "./growth.js";
import { HELP, type Options, readOptions } from "./options.js";
import { echoCells, waitCells } from "./plan.js";
import { profile } from "./profile.js";
import { runRounds } from "./rounds.js";
import { Servers } from "./servers.js";

const QUICK = { rounds: 3, ms: 80, warmMs: 50, withinMs: 42_000 };
const FULL = { rounds: 5, ms: 250, warmMs: 250, withinMs: 1_200_000 };

async function bench({ quick, docs, json, only, rounds }: Options): Promise<void> {
  const curves = axes(quick);
  const cells = [
    ...echoCells(quick),
    ...waitCells(quick),
    ...curves.flatMap(({ points }) => points.map(({ cell }) => cell)),
  ];
  const wanted = only.length === 0 ? cells : cells.filter((cell) => only.some((name) => isNamed(cell, name)));
  const pace = quick ? QUICK : FULL;
  const programs = { servers: new Servers(), callers: new Callers() };
  try {
    const measured = await runRounds(wanted, { ...pace, rounds: rounds ?? pace.rounds }, programs, tell);
    const rows = measured.map(rowOf);
    const ratios = ratiosOf(measured, curves);
    const counted = measured[0]?.rounds.length ?? 0;
    process.stdout.write(`${rowTable(rows)}\n\n${ratioTable(ratios)}\n\nmedian (min–max) of rounds: ${counted}\n`);
    if (json !== null) writeFileSync(json, `${JSON.stringify({ rows, ratios }, null, 1)}\n`);
    if (docs) writeDocs(rows, ratios, measured, curves);
    const broken = measured.filter(({ cell, failed }) => failed > 0 && isOurs(cell));
    if (broken.length > 0) {
      process.stderr.write(`bench: calls of ours failed in ${broken.length} places, see the table\n`);
      process.exitCode = 1;
    }
  } finally {
    await programs.callers.stop();
    await programs.servers.stop();
  }
}

// What a peer does under load is shown; what we do wrong is an error.
function isOurs({ server }: Cell): boolean {
  return server === "sidecar" || server.startsWith("tools-");
}

function isNamed({ subject, caller }: Cell, name: string): boolean {
  return subject.includes(name) || caller === name;
}

function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

const options = readOptions(process.argv.slice(2));
if (options === undefined) process.stdout.write(HELP);
else if (options.profile) await profile(options.only, tell);
else await bench(options);
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
process.exit();
