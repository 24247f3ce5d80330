import { parseArgs } from "node:util";
import { killAll } from "./child.js";
import { runConvert } from "./convert.js";
import { uncovered } from "./coverage.js";
import { serve } from "./daemon.js";
import { runGoHost } from "./go-host.js";
import { runLane } from "./lane.js";
import { runCrashes, runMatrix } from "./matrix.js";
import { runMcp } from "./mcp.js";
import { fixture, removeFolders } from "./places.js";
import { play } from "./play.js";
import { unshown } from "./promises.js";
import { Report } from "./report.js";
import { type Row, readRows } from "./rows.js";
import { tableOf } from "./table.js";
import { LANGUAGES, type Language } from "./testee.js";
import { runWire } from "./wire.js";

const HELP = `Runs the rows of bridge-tests in every language against a real sidecar.

usage: scripts/parity [--area NAME] [--row NAME] [--language NAME] [--json FILE] [--table] [--write-goldens] [-v]

  --area NAME       only the rows of bridge-tests/cases/NAME.json; may be given again; "go" runs only where it is named
  --row NAME        only rows whose name begins so, such as numbers/nan; may be given again
  --language NAME   only ${LANGUAGES.join(", ")}; may be given again
  --json FILE       writes every result to FILE
  --table           prints the outcome matrix as a table at the end
  --write-goldens   writes bridge-tests/golden instead of comparing with it
  -v, --verbose     also names the rows that pass
`;

const FIXTURES = [
  "values",
  "life",
  "crash",
  "greedy",
  "spin",
  "schemas",
  "outputs",
  "left",
  "right",
  "exports",
  "nested",
  "streams",
];
// The modules of the rows that crash, hang or starve their worker: each caller has its own sidecar for those.
const FRAGILE = ["values", "life", "crash", "spin", "nested"];
const GREEDY = `tools: [{ file: ${JSON.stringify(fixture("greedy"))}, memory_mb: 48 }]\n`;
const AT_ONCE = 3;
// Its rows need a toolchain that a machine may not have.
const TOOLCHAIN_AREA = "go";

function options() {
  const { values } = parseArgs({
    options: {
      area: { type: "string", multiple: true },
      row: { type: "string", multiple: true },
      language: { type: "string", multiple: true },
      json: { type: "string" },
      table: { type: "boolean", default: false },
      "write-goldens": { type: "boolean", default: false },
      verbose: { type: "boolean", short: "v", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return values;
}

async function run(given: ReturnType<typeof options>): Promise<number> {
  const all = readRows();
  const rows = all.filter(
    ({ name, area }) =>
      (given.area?.includes(area) ?? area !== TOOLCHAIN_AREA) &&
      (given.row?.some((start) => name.startsWith(start)) ?? true),
  );
  const languages = LANGUAGES.filter((language) => given.language?.includes(language) ?? true);
  if (rows.length === 0 || languages.length === 0) throw new Error("no such rows");
  const report = new Report(given.verbose);
  const started = performance.now();
  await runCalls(rows.filter(isCall), languages, report);
  await runScenarios(
    rows.filter(({ body }) => body.has("scenario")),
    languages,
    report,
  );
  await runWire(
    rows.filter(({ body }) => body.has("wire")),
    languages,
    report,
    given["write-goldens"],
  );
  await runConvert(
    rows.filter(({ body }) => body.has("convert")),
    languages,
    report,
    given["write-goldens"],
  );
  const matrix = rows.filter(({ area }) => area === "matrix");
  // What waits for processes that start again leaves room for the others.
  await Promise.all([
    runMatrix(matrix, languages, report).then(() => runCrashes(matrix, languages, report)),
    runMcp(
      rows.filter(({ area, body }) => area === "mcp" && !body.has("scenario")),
      languages,
      report,
    ),
  ]);
  await runGoHost(
    rows.filter(({ area }) => area === TOOLCHAIN_AREA),
    languages,
    report,
  );
  report.compareCallers();
  const whole = given.area === undefined && given.row === undefined && given.language === undefined;
  const { passed, failed, notes } = report.settle(whole);
  const gaps = whole ? [...uncovered(all), ...unshown(all)] : [];
  notes.push(...gaps);
  for (const note of notes) console.log(`FAIL ${note}`);
  if (given.table) console.log(`${tableOf(rows, report.results)}\n`);
  if (given.json !== undefined) report.writeTo(given.json);
  const counts = languages.map(
    (language) => `${language} ${report.results.filter((result) => result.language === language).length}`,
  );
  console.log(`${rows.length} rows (${counts.join(", ")}) in ${Math.round((performance.now() - started) / 1000)} s`);
  console.log(`${passed} passed, ${failed + gaps.length} failed`);
  return failed === 0 && notes.length === 0 ? 0 : 1;
}

function isCall({ body, area }: Row): boolean {
  return (
    area !== "matrix" &&
    area !== "mcp" &&
    area !== TOOLCHAIN_AREA &&
    !["scenario", "wire", "convert"].some((key) => body.has(key))
  );
}

// Callers run beside each other on one sidecar, but for rows that would disturb their neighbours: those have their own.
async function runCalls(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  if (rows.length === 0) return;
  const of = (language: Language, alone: boolean): Row[] =>
    rows.filter((row) => row.alone === alone && row.languages.includes(language));
  if (rows.some(({ alone }) => !alone)) {
    await using daemon = await serve({ tools: FIXTURES });
    await Promise.all(languages.map((language) => runLane(language, of(language, false), daemon, report)));
  }
  await Promise.all(languages.map((language) => runAlone(language, of(language, true), report)));
}

async function runAlone(language: Language, rows: readonly Row[], report: Report): Promise<void> {
  if (rows.length === 0) return;
  await using daemon = await serve({ tools: FRAGILE, config: GREEDY });
  await runLane(language, rows, daemon, report);
}

async function runScenarios(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  const queue = rows.flatMap((row) =>
    row.languages.filter((one) => languages.includes(one)).map((language) => () => play(row, language, report)),
  );
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function end(code: number): never {
  killAll();
  removeFolders();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
const given = options();
if (given.help) {
  process.stdout.write(HELP);
  end(0);
}
try {
  end(await run(given));
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  console.log("0 passed, 1 failed");
  end(1);
}
