import { Child } from "./child.js";
import { CLI, type Daemon, environment, serve } from "./daemon.js";
import { field, list, map, number, text } from "./expand.js";
import { differences } from "./match.js";
import { type Asked, type Asker, MODES, type Mode, ownAsker, sdkAsker } from "./matrix-asker.js";
import { besideConfig, FAULTS, HOSTS, type MatrixHost, matrixConfig } from "./matrix-hosts.js";
import { offered } from "./mcp.js";
import { folder } from "./places.js";
import type { Report } from "./report.js";
import { checkResponse } from "./response.js";
import type { Row } from "./rows.js";
import { connected, type Language, SDKS, type Testee } from "./testee.js";
import { Num, parse, type Tree, type TreeMap, write } from "./tree.js";
import { until, within } from "./wait.js";

const TIMES = 3;
const CELL_MS = 60_000;
/** Callers whose processes crash at once: most of their time they wait for the next process. */
const CRASHING_AT_ONCE = 3;

interface Facts {
  readonly pid: number;
  readonly boot: string;
}

/**
 * The outcome matrix: every behaviour in every place where tools run, asked by every caller, one call, one after the other
 * and side by side. A cell fails, too, where the answer came from another process than it claims.
 */
export async function runMatrix(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  if (rows.length === 0) return;
  const gentle = rows.filter(({ body }) => !body.has("crash"));
  const crashing = rows.filter(({ body }) => body.has("crash"));
  if (gentle.length > 0) await runGentle(gentle, languages, report);
  if (crashing.length > 0) await runCrashing(crashing, languages, report);
}

async function runGentle(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  await using daemon = await serve({ tools: [], config: matrixConfig(HOSTS) + besideConfig() });
  await offered(daemon, [FAULTS]);
  const listed = await hostsOf(daemon);
  await Promise.all(
    SDKS.filter((one) => languages.includes(one)).map(async (language) => {
      await using testee = await connected(language, daemon.address);
      for (const host of HOSTS) {
        const claims = await claimed(testee, host, listed, daemon);
        for (const row of rows) await runCells(row, sdkAsker(testee, host), host, claims, testee, report);
      }
    }),
  );
  if (!languages.includes("sidecar")) return;
  await using driver = await connected("typescript", daemon.address);
  for (const host of HOSTS) {
    const claims = await claimed(driver, host, listed, daemon);
    for (const row of rows) await runCells(row, ownAsker(driver, host), host, claims, null, report);
  }
}

// Problems of a place that is not what its cells claim.
async function claimed(testee: Testee, host: MatrixHost, listed: readonly Tree[], daemon: Daemon): Promise<string[]> {
  const [reply = new Map()] = await sdkAsker(testee, host).ask([{ tool: "whoami" }], "single");
  const facts = field(parse(text(reply.get("response")) ?? "null"), "result") ?? null;
  const entry = listed.find((one) => field(one, "source") === host.source) ?? null;
  const runtime = text(field(facts, "runtime")) ?? "";
  const pid = number(field(facts, "pid"));
  const inSidecar = host.name === "worker" || host.name === "inline";
  return [
    ...(field(facts, "language") === host.language ? [] : [`runs in ${write(facts)}, not in ${host.language}`]),
    ...(host.runtime.test(runtime) ? [] : [`the runtime is ${runtime}`]),
    ...(pid !== undefined && pid === number(field(entry, "pid")) ? [] : [`pid ${pid} is not that of ${write(entry)}`]),
    ...((pid === daemon.pid) === inSidecar
      ? []
      : [`pid ${pid} and the sidecar's ${daemon.pid} do not fit ${host.name}`]),
  ];
}

async function hostsOf(daemon: Daemon): Promise<readonly Tree[]> {
  const options = { cwd: folder(), env: environment() };
  await using child = new Child(CLI, ["hosts", "--json", "--address", daemon.address], options);
  await within(30_000, "toolspan hosts", child.ended);
  return list(parse(child.stdout));
}

async function runCells(
  row: Row,
  asker: Asker,
  host: MatrixHost,
  claims: readonly string[],
  testee: Testee | null,
  report: Report,
): Promise<void> {
  const { body } = row;
  for (const mode of MODES) {
    await cell(row, asker, host, mode, report, async () => {
      const problems = [...claims];
      const alike: string[] = [];
      let answered = 0;
      const calls = Array.from({ length: mode === "single" ? 1 : TIMES }, () => askedOf(body));
      for (const reply of await asker.ask(calls, mode)) {
        const shown = checkAnswer(reply, body, host, asker.language);
        answered++;
        problems.push(...shown.problems);
        // What a host tells of its own calls has passed through its language once more.
        if (asker.language !== "sidecar") alike.push(shown.alike);
      }
      if (answered !== calls.length) problems.push(`${answered} answers to ${calls.length} calls`);
      return { problems, alike: alike.join("\n") };
    });
  }
  const progress = body.get("progress");
  if (progress === undefined || testee === null) return;
  await cell(row, asker, host, "progress", report, async () => {
    const reply = await testee.ask("stream", { ...askedOf(body), name: `${host.source}.${text(body.get("call"))}` });
    const shown = checkAnswer(reply, body, host, asker.language);
    const told = differences(progress, floats(reply.get("progress") ?? null), "/progress");
    return { problems: [...claims, ...shown.problems, ...told], alike: shown.alike };
  });
}

// A fraction is a float in every language, however it is printed.
function floats(progress: Tree): Tree {
  return list(progress).map((update) => {
    const fraction = number(field(update, "fraction"));
    if (fraction === undefined) return update;
    return new Map(
      [...map(update)].map(([key, value]) => [key, key === "fraction" ? parse(fraction.toFixed(4)) : value]),
    );
  });
}

function askedOf(body: TreeMap): Asked {
  const asked: Record<string, Tree> = { tool: text(body.get("call")) ?? "", args: body.get("args") ?? new Map() };
  for (const option of ["timeout_ms", "cancel_after_ms"]) {
    const value = body.get(option);
    if (value !== undefined) asked[option] = value;
  }
  return asked as unknown as Asked;
}

function checkAnswer(reply: TreeMap, body: TreeMap, host: MatrixHost, language: Language) {
  const name = `${host.source}.${text(body.get("call"))}`;
  const expected = forHost(body.get("expect") ?? new Map(), host, name);
  // A host does not tell how long its own calls took.
  if (language === "sidecar" && expected instanceof Map) expected.delete("execution_time_ms");
  const isOwn = language === "sidecar" && host.language === "typescript";
  return checkResponse(reply, name, isOwn ? asNumbers(expected) : expected, language);
}

// A TypeScript tool that hands on what it read cannot tell 1.0 from 1 (C1.3).
function asNumbers(tree: Tree): Tree {
  if (tree instanceof Num && /^-?[1-9]\d*\.0$/.test(tree.text)) {
    return new Map<string, Tree>([["$any_of", [tree, new Num(tree.text.slice(0, -2))]]]);
  }
  if (Array.isArray(tree)) return tree.map(asNumbers);
  return tree instanceof Map ? new Map([...tree].map(([key, item]) => [key, asNumbers(item)])) : tree;
}

// `{"$host": {…}}` says what differs by language; $TOOL is the name as called.
function forHost(tree: Tree, host: MatrixHost, name: string): Tree {
  if (typeof tree === "string") return tree.replaceAll("$TOOL", name);
  if (Array.isArray(tree)) return tree.map((item) => forHost(item, host, name));
  if (!(tree instanceof Map)) return tree;
  const choice = tree.get("$host");
  if (choice !== undefined) return field(choice, host.language) ?? null;
  return new Map([...tree].map(([key, item]) => [key, forHost(item, host, name)]));
}

// Each caller crashes processes of its own: a sidecar with every place but the inline one, which has one to itself.
async function runCrashing(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  const callers = [...SDKS, "sidecar" as const].filter((one) => languages.includes(one));
  const lane = async (): Promise<void> => {
    for (let language = callers.shift(); language !== undefined; language = callers.shift()) {
      for (const isSidecar of [false, true]) {
        const hosts = HOSTS.filter((host) => host.isSidecar === isSidecar);
        await crashAll(rows, language, hosts, report);
      }
    }
  };
  await Promise.all(Array.from({ length: CRASHING_AT_ONCE }, lane));
}

async function crashAll(
  rows: readonly Row[],
  language: Language,
  hosts: readonly MatrixHost[],
  report: Report,
): Promise<void> {
  const isSidecar = hosts.some((host) => host.isSidecar);
  const start = { tools: [], config: matrixConfig(hosts), listen: `unix:${folder()}/m.sock` };
  let daemon = await serve(start);
  let over = false;
  // Where the place is the sidecar, somebody starts it again, as a supervisor of the machine would.
  const again = async (): Promise<void> => {
    while (isSidecar && !over) {
      await daemon.child.ended;
      if (!over) daemon = await serve(start);
    }
  };
  const restarting = again();
  const sdk = language === "sidecar" || language === "cli" ? "typescript" : language;
  try {
    await using testee = await connected(sdk, daemon.address, { connect_timeout_ms: 20_000 });
    await Promise.all(
      hosts.map(async (host) => {
        const asker = language === "sidecar" ? ownAsker(testee, host) : sdkAsker(testee, host);
        for (const row of rows) await crashOne(row, asker, testee, host, report);
      }),
    );
  } finally {
    over = true;
    await daemon[Symbol.asyncDispose]();
    await restarting;
  }
}

async function crashOne(row: Row, asker: Asker, testee: Testee, host: MatrixHost, report: Report): Promise<void> {
  const tool = text(row.body.get("call")) ?? "";
  for (const mode of MODES) {
    await cell(row, asker, host, mode, report, async () => {
      const before = await facts(testee, host);
      const count = mode === "single" ? 1 : 2;
      const answers = await asker.ask(
        Array.from({ length: count }, () => ({ tool })),
        mode,
      );
      const shown = answers.map((reply) => checkCrash(reply, row.body, host, asker));
      const after = await otherThan(before, testee, host);
      const problems = shown.flatMap((one) => one.problems);
      if (before.boot === after.boot) problems.push("the same process, or thread, answers as before");
      if ((before.pid === after.pid) !== (host.name === "worker"))
        problems.push(`pid ${before.pid}, then ${after.pid}`);
      return { problems, alike: "" };
    });
  }
}

// Where a host calls its own tools and is lost, the call outside is the one that tells it.
function checkCrash(reply: TreeMap, body: TreeMap, host: MatrixHost, asker: Asker) {
  const isLost = body.get("crash") === "mid";
  if (asker.language !== "sidecar" || !isLost) return checkAnswer(reply, body, host, asker.language);
  const name = `${host.source}.inner`;
  return checkResponse(reply, name, forHost(body.get("expect") ?? new Map(), host, name), asker.language);
}

async function facts(testee: Testee, host: MatrixHost): Promise<Facts> {
  const [reply = new Map()] = await sdkAsker(testee, host).ask([{ tool: "whoami" }], "single");
  const result = field(parse(text(reply.get("response")) ?? "null"), "result");
  return { pid: number(field(result, "pid")) ?? -1, boot: text(field(result, "boot")) ?? write(reply) };
}

// The process that follows once the one before is gone, which may be while it is asked; where it never goes, its own facts.
function otherThan(before: Facts, testee: Testee, host: MatrixHost): Promise<Facts> {
  return until(
    20_000,
    () => facts(testee, host),
    ({ boot, pid }) => boot !== before.boot && pid >= 0,
  );
}

async function cell(
  row: Row,
  asker: Asker,
  host: MatrixHost,
  mode: Mode | "progress",
  report: Report,
  run: () => Promise<{ readonly problems: readonly string[]; readonly alike: string }>,
): Promise<void> {
  const started = performance.now();
  const name = `${row.name}@${host.name}/${mode}`;
  const seen = await within(CELL_MS, name, run()).catch((error: unknown) => ({
    problems: [error instanceof Error ? error.message : String(error)],
    alike: "",
  }));
  const { language } = asker;
  const differs = row.callersDiffer ?? (row.body.has("crash") ? "each caller has processes of its own" : null);
  report.add({
    row: { ...row, name, callersDiffer: differs },
    language,
    ...seen,
    models: "",
    ms: performance.now() - started,
  });
}
