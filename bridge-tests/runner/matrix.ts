import { join } from "node:path";
import { Child } from "./child.js";
import { CLI, type Daemon, environment, serve } from "./daemon.js";
import { field, list, map, number, text } from "./expand.js";
import { differences } from "./match.js";
import { type Asked, type Asker, MODES, type Mode, ownAsker, sdkAsker } from "./matrix-asker.js";
import { McpCaller } from "./matrix-client.js";
import { checkReasons, expectedOf, leftOut } from "./matrix-expected.js";
import { besideConfig, FAULTS, HOSTS, LOAD_SKILL, type MatrixHost, matrixConfig, mcpEntries } from "./matrix-hosts.js";
import { MatrixMcp } from "./matrix-mcp.js";
import { Ledger } from "./matrix-record.js";
import { offered } from "./mcp.js";
import { folder } from "./places.js";
import type { Report } from "./report.js";
import { checkResponse } from "./response.js";
import type { Row } from "./rows.js";
import { connected, type Language, SDKS, type Testee } from "./testee.js";
import { Num, parse, type Tree, type TreeMap, toTree, write } from "./tree.js";
import { until, within } from "./wait.js";

const TIMES = 3;
const CELL_MS = 60_000;
/** Callers whose processes crash at once: most of their time they wait for the next process. */
const CRASHING_AT_ONCE = 3;
const NO_SKILLS = "skills: []\n";
const METERED = ["--metrics", "127.0.0.1:0"];

interface Facts {
  readonly pid: number;
  readonly boot: string;
}

/**
 * The outcome matrix: every behaviour in every place where tools run, asked by every caller, one call, one after the other
 * and side by side. A cell fails, too, where the answer came from another process than it claims. This half plays the rows
 * after which every place is still there.
 */
export async function runMatrix(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  checkReasons(rows);
  const gentle = rows.filter(({ body }) => !body.has("crash"));
  if (gentle.length > 0) await runGentle(gentle, languages, report);
}

/** The other half: rows whose places are lost and start again, and those of a sidecar without skills. */
export async function runCrashes(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  const crashing = rows.filter(({ body }) => body.has("crash") || body.has("records") || body.get("skills") === false);
  if (crashing.length > 0) await runCrashing(crashing, languages, report);
}

async function runGentle(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  await using mcp = await MatrixMcp.start();
  const hosts = [...HOSTS, ...mcp.hosts, LOAD_SKILL];
  const ledger = new Ledger(join(folder(), "events.jsonl"));
  const config = matrixConfig(HOSTS) + besideConfig(mcp.hosts) + ledger.config;
  await using daemon = await serve({ tools: [], config, more: METERED });
  await offered(daemon, [FAULTS, ...mcp.hosts.map(({ source }) => source)]);
  const scene = { daemon, ledger, report, listed: await hostsOf(daemon), mcp: mcp.pid };
  const cells = rows.filter(({ body }) => !body.has("records") && body.get("skills") !== false);
  await Promise.all([
    ...SDKS.filter((one) => languages.includes(one)).map(async (language) => {
      await using testee = await connected(language, daemon.address);
      await runHosts(cells, hosts, (host) => sdkAsker(testee, host), testee, scene);
    }),
    ...languages
      .filter((one) => one === "mcp-client")
      .map(async () => {
        await using driver = await connected("typescript", daemon.address);
        await using caller = await McpCaller.start(daemon.address);
        await runHosts(cells, hosts, (host) => caller.asker(host), driver, scene);
      }),
    ...languages
      .filter((one) => one === "sidecar")
      .map(async () => {
        await using driver = await connected("typescript", daemon.address);
        const own = hosts.filter(({ mute }) => mute === null);
        await runHosts(cells, own, (host) => ownAsker(driver, host, ledger), driver, scene);
        for (const via of own) {
          const through = { ...LOAD_SKILL, name: `${LOAD_SKILL.name}-from-${via.name}` };
          await runHosts(cells, [through], (host) => ownAsker(driver, via, ledger, host), driver, scene);
        }
      }),
  ]);
  const problems = await ledger.settle(text(field(daemon.ready, "metrics")) ?? "");
  for (const row of rows.filter(({ body }) => body.has("records"))) {
    report.add({ row, language: "sidecar", problems, alike: "", models: "", ms: 0 });
  }
}

interface Scene {
  readonly daemon: Daemon;
  readonly ledger: Ledger;
  readonly report: Report;
  readonly listed: readonly Tree[];
  /** The process of the MCP server that nobody but this run starts. */
  readonly mcp: number;
}

async function runHosts(
  rows: readonly Row[],
  hosts: readonly MatrixHost[],
  askerOf: (host: MatrixHost) => Asker,
  driver: Testee,
  scene: Scene,
): Promise<void> {
  for (const host of hosts) {
    const claims = await claimed(driver, host, scene);
    for (const row of rows) {
      if (leftOut(row, host) === null) await runCells(row, askerOf(host), host, claims, scene);
    }
  }
}

// Problems of a place that is not what its cells claim.
async function claimed(driver: Testee, host: MatrixHost, { daemon, ledger, listed, mcp }: Scene): Promise<string[]> {
  const entry = listed.find((one) => field(one, "source") === host.source) ?? null;
  // Skills are read by the sidecar itself, which no other process may claim to do.
  if (host.family === "load_skill") return entry === null ? [] : [`${write(entry)} offers skills`];
  const [reply = new Map()] = await sdkAsker(driver, host).ask([{ tool: "whoami", call_id: ledger.id() }], "single");
  const response = parse(text(reply.get("response")) ?? "null");
  ledger.count(response);
  const facts = field(response, "result") ?? null;
  const runtime = text(field(facts, "runtime")) ?? "";
  const pid = number(field(facts, "pid"));
  const inSidecar = host.name === "worker" || host.name === "inline";
  const known = host.name === "mcp_http" ? mcp : number(field(entry, "pid"));
  return [
    ...(field(facts, "language") === host.language ? [] : [`runs in ${write(facts)}, not in ${host.language}`]),
    ...(host.runtime.test(runtime) ? [] : [`the runtime is ${runtime}`]),
    ...(pid !== undefined && pid === known ? [] : [`pid ${pid} is not ${known}, that of ${write(entry)}`]),
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
  { ledger, report }: Pick<Scene, "ledger" | "report">,
): Promise<void> {
  const { body } = row;
  for (const mode of MODES) {
    await cell(row, asker, host, mode, report, async () => {
      const problems = [...claims];
      const alike: string[] = [];
      const calls = Array.from({ length: mode === "single" ? 1 : TIMES }, () => askedOf(body, ledger));
      const replies = await asker.ask(calls, mode);
      for (const [i, reply] of replies.entries()) {
        const shown = checkAnswer(reply, body, host, asker);
        problems.push(...shown.problems);
        const waited = mode === "sequential" && i > 0 && body.has("cancel_after_ms");
        if (waited) ledger.doubt(idOf(reply, calls[i]), reply);
        else problems.push(...(await recorded(reply, calls[i], body, ledger)));
        if (asker.seesAll) alike.push(shown.alike);
      }
      if (replies.length !== calls.length) problems.push(`${replies.length} answers to ${calls.length} calls`);
      return { problems, alike: alike.join("\n") };
    });
  }
  const progress = body.get("progress");
  const { follow } = asker;
  if (progress === undefined || follow === null) return;
  await cell(row, asker, host, "progress", report, async () => {
    const call = askedOf(body, ledger);
    const reply = await follow(call);
    const shown = checkAnswer(reply, body, host, asker);
    const told = differences(progress, floats(reply.get("progress") ?? null), "/progress");
    const problems = [...claims, ...shown.problems, ...told, ...(await recorded(reply, call, body, ledger))];
    return { problems, alike: asker.seesAll ? shown.alike : "" };
  });
}

// The records of a call, and the counts of those that its tool made.
function recorded(reply: TreeMap, call: Asked | undefined, body: TreeMap, ledger: Ledger): Promise<string[]> {
  if (body.get("call") === "inner") {
    const told = field(parse(text(reply.get("response")) ?? "null"), "result");
    const made = list(field(body.get("args"), "calls"));
    for (const [i, one] of list(told).entries()) {
      if (one instanceof Map) ledger.count(new Map([...one, ["tool_name", field(made[i], "tool") ?? ""]]));
    }
  }
  return ledger.problems(idOf(reply, call), reply);
}

// MCP's client has ids of its own.
function idOf(reply: TreeMap, call: Asked | undefined): string {
  return text(reply.get("call_id")) ?? call?.call_id ?? "";
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

function askedOf(body: TreeMap, ledger: Ledger): Asked {
  const named = { tool: text(body.get("call")) ?? "", args: body.get("args") ?? new Map(), call_id: ledger.id() };
  const asked: Record<string, Tree> = named;
  for (const option of ["timeout_ms", "cancel_after_ms"]) {
    const value = body.get(option);
    if (value !== undefined) asked[option] = value;
  }
  return asked as unknown as Asked;
}

function checkAnswer(reply: TreeMap, body: TreeMap, host: MatrixHost, { language, seesAll }: Asker) {
  const name = `${host.source}.${text(body.get("call"))}`;
  const expected = expectedOf(body.get("expect") ?? new Map(), host, name, language);
  // A host and MCP do not tell how long calls took.
  if (!seesAll && expected instanceof Map) expected.delete("execution_time_ms");
  const how = reply.get("left");
  if (how !== undefined) {
    const wanted = body.has("timeout_ms") ? "timeout" : body.has("cancel_after_ms") ? "cancel" : "an answer";
    return { problems: differences(wanted, how, "/left"), alike: "", models: "" };
  }
  const isOwn = language === "sidecar" && host.language === "typescript";
  const shown = checkResponse(reply, name, isOwn ? asNumbers(expected) : expected, language);
  return { ...shown, problems: [...shown.problems, ...list(reply.get("problems")).map(String)] };
}

// A TypeScript tool that hands on what it read cannot tell 1.0 from 1 (C1.3).
function asNumbers(tree: Tree): Tree {
  if (tree instanceof Num && /^-?[1-9]\d*\.0$/.test(tree.text)) {
    return new Map<string, Tree>([["$any_of", [tree, new Num(tree.text.slice(0, -2))]]]);
  }
  if (Array.isArray(tree)) return tree.map(asNumbers);
  return tree instanceof Map ? new Map([...tree].map(([key, item]) => [key, asNumbers(item)])) : tree;
}

// Each caller crashes processes of its own: a sidecar with every place but the inline one, which has one to itself.
async function runCrashing(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  const callers = [...SDKS, "mcp-client" as const, "sidecar" as const].filter((one) => languages.includes(one));
  const lane = async (): Promise<void> => {
    for (let language = callers.shift(); language !== undefined; language = callers.shift()) {
      await using mcp = await MatrixMcp.start();
      const separate = HOSTS.filter((host) => !host.isSidecar);
      const ofSidecar = HOSTS.filter((host) => host.isSidecar);
      await crashAll(rows, language, [...separate, ...mcp.hosts], report);
      await crashAll(rows, language, ofSidecar, report);
    }
  };
  await Promise.all(Array.from({ length: CRASHING_AT_ONCE }, lane));
}

async function crashAll(
  all: readonly Row[],
  language: Language,
  hosts: readonly MatrixHost[],
  report: Report,
): Promise<void> {
  const isSidecar = hosts.some((host) => host.isSidecar);
  const ledger = new Ledger(join(folder(), "events.jsonl"));
  const entries = mcpEntries(hosts);
  const config = matrixConfig(hosts) + (entries && `mcp_servers:\n${entries}`) + NO_SKILLS + ledger.config;
  const start = { tools: [], config, listen: `unix:${folder()}/m.sock`, more: METERED };
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
  const sdk = SDKS.find((one) => one === language) ?? "typescript";
  try {
    await using testee = await connected(sdk, daemon.address);
    await offered(
      daemon,
      hosts.map(({ source }) => source),
    );
    await using client = language === "mcp-client" ? await McpCaller.start(daemon.address) : null;
    const own = hosts.filter((host) => language !== "sidecar" || host.mute === null);
    const askerOf = (host: MatrixHost): Asker => {
      if (client !== null) return client.asker(host);
      return language === "sidecar" ? ownAsker(testee, host, ledger) : sdkAsker(testee, host);
    };
    const skills = all.filter(({ body }) => body.get("skills") === false);
    const callers = language === "sidecar" ? own : isSidecar ? [] : [LOAD_SKILL];
    for (const via of callers) {
      const through = via === LOAD_SKILL ? via : { ...LOAD_SKILL, name: `${LOAD_SKILL.name}-from-${via.name}` };
      const asker = via === LOAD_SKILL ? askerOf(through) : ownAsker(testee, via, ledger, through);
      for (const row of skills) await runCells(row, asker, through, [], { ledger, report });
    }
    const rows = all.filter(({ body }) => body.has("crash"));
    await Promise.all(
      own.map(async (host) => {
        for (const row of rows) {
          if (leftOut(row, host) === null) await crashOne(row, askerOf(host), testee, host, { ledger, report });
        }
      }),
    );
    // What a sidecar had counted is lost with it, and so are the answers to the calls of a host that is lost.
    if (isSidecar || language === "sidecar") return;
    const problems = await ledger.settle(text(field(daemon.ready, "metrics")) ?? "");
    for (const row of all.filter(({ body }) => body.has("records"))) {
      const name = `${row.name}@crashes-of-${language}`;
      report.add({ row: { ...row, name }, language, problems, alike: "", models: "", ms: 0 });
    }
  } finally {
    over = true;
    await daemon[Symbol.asyncDispose]();
    await restarting;
  }
}

async function crashOne(
  row: Row,
  asker: Asker,
  testee: Testee,
  host: MatrixHost,
  { ledger, report }: Pick<Scene, "ledger" | "report">,
): Promise<void> {
  const tool = text(row.body.get("call")) ?? "";
  for (const mode of MODES) {
    await cell(row, asker, host, mode, report, async () => {
      const before = await facts(testee, host, ledger);
      const count = mode === "single" ? 1 : 2;
      // A process that leaves does so after the last of them, however long they take.
      const more = row.body.get("crash") === "between" ? { args: toTree({ calls: count }) } : {};
      const calls = Array.from({ length: count }, () => ({ tool, call_id: ledger.id(), ...more }));
      const answers = await asker.ask(calls, mode);
      const problems = answers.flatMap((reply) => checkCrash(reply, row.body, host, asker).problems);
      // A sidecar that is lost tells of no more; the calls of a host that is lost have no answers to compare.
      for (const [i, reply] of answers.entries()) {
        const isLost = field(parse(text(reply.get("response")) ?? "null"), "tool_name") === `${host.source}.inner`;
        if (!host.isSidecar && !isLost) problems.push(...(await ledger.problems(idOf(reply, calls[i]), reply)));
      }
      const after = await otherThan(before, testee, host, ledger);
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
  if (asker.language !== "sidecar" || !isLost) return checkAnswer(reply, body, host, asker);
  const name = `${host.source}.inner`;
  const expected = expectedOf(body.get("expect") ?? new Map(), host, name, asker.language);
  return checkResponse(reply, name, expected, asker.language);
}

async function facts(testee: Testee, host: MatrixHost, ledger: Ledger): Promise<Facts> {
  const [reply = new Map()] = await sdkAsker(testee, host).ask([{ tool: "whoami", call_id: ledger.id() }], "single");
  const response = parse(text(reply.get("response")) ?? "null");
  ledger.count(response);
  const result = field(response, "result");
  return { pid: number(field(result, "pid")) ?? -1, boot: text(field(result, "boot")) ?? write(reply) };
}

// The process that follows once the one before is gone, which may be while it is asked; where it never goes, its own facts.
function otherThan(before: Facts, testee: Testee, host: MatrixHost, ledger: Ledger): Promise<Facts> {
  return until(
    20_000,
    () => facts(testee, host, ledger),
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
