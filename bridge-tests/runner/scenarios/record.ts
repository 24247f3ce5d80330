import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Child } from "../child.js";
import { CLI, type Daemon, environment, serve } from "../daemon.js";
import { at, linesOfCall, logLines, metricsOf, typeOf } from "../event-log.js";
import { field, list, text } from "../expand.js";
import { besideConfig, FAULTS, HOSTS, matrixConfig } from "../matrix-hosts.js";
import { offered } from "../mcp.js";
import { folder } from "../places.js";
import { Raw } from "../raw.js";
import { type Scenario, type Scene, sdkOf } from "../scenario.js";
import { connected } from "../testee.js";
import { toldOf } from "../told.js";
import { parse, type Tree, type TreeMap, toTree, write } from "../tree.js";
import { until } from "../wait.js";

const TOOLS = ["values", "life", "nested", "media"];
const SECRET = /NEVER-LOGGED|TkVWRVItTE9HR0VE/;

interface Recorded {
  readonly daemon: Daemon;
  readonly file: string;
  readonly metrics: string;
}

async function recording(options: Parameters<typeof serve>[0] = {}): Promise<Recorded> {
  const file = join(folder(), "events.jsonl");
  const more = ["--event-log", file, "--metrics", "127.0.0.1:0", ...(options.more ?? [])];
  const daemon = await serve({ tools: TOOLS, ...options, more });
  return { daemon, file, metrics: text(field(daemon.ready, "metrics")) ?? "" };
}

/** Calls, one after the other, and what answer, events, executions, metrics and log say of each; "places" has tools of all languages. */
export const recorded: Scenario = async (scene) => {
  const inPlaces = scene.given.get("places") === true;
  const { daemon, file, metrics } = await recording(inPlaces ? places() : {});
  await using _ = daemon;
  if (inPlaces) await offered(daemon, [FAULTS]);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const told: Tree[] = [];
  for (const [i, call] of list(scene.given.get("calls")).entries()) {
    const before = await metricsOf(metrics);
    const reply = await testee.ask("call", { ...Object.fromEntries(call as TreeMap), call_id: `call-${i}` });
    const said = saidOf(reply, await linesOfCall(file, `call-${i}`), `call-${i}`);
    const after = counted(before, await metricsOf(metrics));
    const isTimed = after.some((name) => name.startsWith("toolCallLatency"));
    told.push(
      toTree({
        ...said,
        counted: after.filter((name) => !name.startsWith("toolCallLatency")),
        disagree: isTimed ? said.disagree : [...said.disagree, "took: nothing"],
      }),
    );
  }
  return { calls: told };
};

/** What executions of tools in Java, of skills and of MCP servers say of themselves at their end. */
export const executions: Scenario = async (scene) => {
  const { daemon, file } = await recording(places());
  await using _ = daemon;
  await offered(daemon, [FAULTS]);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const told: Tree[] = [];
  for (const [i, call] of list(scene.given.get("calls")).entries()) {
    await testee.ask("call", { ...Object.fromEntries(call as TreeMap), call_id: `call-${i}` });
    const ended = (await linesOfCall(file, `call-${i}`))[2];
    const said = ["entityType", "entityName", "entityMetadata", "status", "problemCategory"];
    told.push(toTree(Object.fromEntries(said.map((key) => [key, field(ended, key)]))));
  }
  return { calls: told };
};

function places(): Parameters<typeof serve>[0] {
  return { tools: [], config: matrixConfig(HOSTS) + besideConfig() };
}

/** Calls in one batch, and what is said of each; metrics are of the batch. */
export const recordedBatch: Scenario = async (scene) => {
  const { daemon, file, metrics } = await recording();
  await using _ = daemon;
  await using testee = await connected(sdkOf(scene), daemon.address);
  const calls = list(scene.given.get("calls")).map((call, i) => ({
    ...Object.fromEntries(call as TreeMap),
    call_id: `call-${i}`,
  }));
  const before = await metricsOf(metrics);
  const reply = await testee.ask("call_all", { calls, parallelism: scene.given.get("parallelism") ?? null });
  const told: Tree[] = [];
  for (const [i, answer] of list(reply.get("answers")).entries()) {
    const lines = await linesOfCall(file, `call-${i}`);
    told.push(toTree(saidOf(answer as TreeMap, lines, `call-${i}`)));
  }
  return { calls: told, counted: counted(before, await metricsOf(metrics)).sort() };
};

function counted(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  const names = /Calls(Succeeded|Failed)|SkillLoads|Latency\w+_count/;
  return [...after]
    .filter(([name, value]) => names.test(name) && value !== (before.get(name) ?? 0))
    .map(([name, value]) => `${name} +${value - (before.get(name) ?? 0)}`);
}

function saidOf(reply: TreeMap, lines: readonly Tree[], callId: string) {
  const { result, disagree, ...said } = toldOf(reply, lines, callId);
  const answered = field(parse(text(reply.get("response")) ?? "null"), "result") ?? null;
  const results = write(result) === write(answered) ? [] : [`result: ${write(answered)} and ${write(result)}`];
  return { ...said, disagree: [...disagree, ...results] };
}

/** Everything that carries media, at every level: what of it the log, and somebody who follows, were shown. */
export const loggedMedia: Scenario = async (scene) => {
  const level = text(scene.given.get("level")) ?? "";
  const configured = join(folder(), "configured.jsonl");
  await using daemon = await serve({ tools: TOOLS, config: `event_log: { file: ${configured}, level: ${level} }\n` });
  const following = ["events", "--address", daemon.address, "--json", ...(level === "VERBOSE" ? ["--verbose"] : [])];
  await using follower = new Child(CLI, following, { env: environment() });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const ask = (name: string, given: object, id: string) =>
    testee.ask("call", { name, args: new Map(Object.entries(given)) as TreeMap, call_id: id });
  // Nobody is told of what was before they came.
  await until(
    30_000,
    async () => {
      await ask("nothing", {}, "first");
      return follower.stdout;
    },
    (shown) => shown !== "",
  );
  const names = ["media_blocks", "media_failure", "media_bytes", "media_message", "media_content", "media_texts"];
  const leaks: string[] = [];
  for (const name of names) {
    await ask(name, {}, name);
    await ask("media_through", { tool: name }, `through-${name}`);
  }
  await until(
    15_000,
    () => follower.stdout,
    (shown) => shown.includes("through-media_texts"),
  );
  const logged = existsSync(configured) ? readFileSync(configured, "utf8") : "";
  for (const [who, shown] of Object.entries({ log: logged, follower: follower.stdout })) {
    leaks.push(...shown.split("\n").flatMap((line) => (SECRET.test(line) ? [`${who}: ${line.slice(0, 300)}`] : [])));
  }
  return {
    logged: logLines(configured).length > 4 * names.length,
    levels: [...new Set(logLines(configured).map((line) => text(field(line, "logLevel"))))],
    followed: follower.stdout.split("\n").length > 4 * names.length,
    leaks,
    paths: logged.includes("https://media.example:8443/shown/path"),
    sizes: logged.includes('"size_bytes":23'),
  };
};

/** A long result under the usual level, under another of its type's own, and with a type that is off. */
export const loggedLevels: Scenario = async (scene) => {
  const file = join(folder(), "e.jsonl");
  const types = "{ _tool_request_event: verbose, _execution_started_event: OFF }";
  const config = `event_log: { file: ${file}, types: ${types}, max_string_length: 10 }\n`;
  await using daemon = await serve({ tools: TOOLS, config });
  await using testee = await connected(sdkOf(scene), daemon.address);
  await testee.ask("call", { name: "echo", args: new Map([["s", "0123456789-tail"]]), call_id: "c" });
  const lines = await linesOfCall(file, "c");
  return {
    levels: lines.map((line) => `${typeOf(line)} ${text(field(line, "logLevel"))}`),
    asked: at(list(at(lines[0], "eventAttributes", "tool_calls"))[0], "input", "s"),
    answered: at(lines.at(-1), "eventAttributes", "responses", "c", "result", "s"),
  };
};

/** A log that cannot be written: calls go on, it is counted, and said loudly once. */
export const unwritableLog: Scenario = async (scene) => {
  const file = join(folder(), "no-such-folder", "e.jsonl");
  const more = ["--event-log", file, "--metrics", "127.0.0.1:0", "--log-format", "json"];
  await using daemon = await serve({ tools: TOOLS, more });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const succeeded: Tree[] = [];
  for (let i = 0; i < 3; i++) {
    const reply = await testee.ask("call", { name: "nothing" });
    succeeded.push(at(parse(text(reply.get("response")) ?? "null"), "success") ?? null);
  }
  const url = text(field(daemon.ready, "metrics")) ?? "";
  const failures = await until(
    15_000,
    async () => (await metricsOf(url)).get("eventLogWriteFailures") ?? 0,
    (count) => count >= 12,
  );
  const warnings = daemon.child.stderr
    .split("\n")
    .filter((line) => line.includes('"warn"') && line.includes("event log"));
  return { succeeded, failures, warnings: warnings.length };
};

/** What the framework injects reaches the tool and nobody else. */
export const injectedIsSecret: Scenario = async () => {
  const { daemon, file } = await recording();
  await using _ = daemon;
  using raw = new Raw(daemon.address);
  const ask = (name: string, id: string) =>
    raw.ask("toolspan.v1.Tools", "Call", {
      name,
      arguments: { data: Buffer.from('{"shown":1}'), media_type: "" },
      injected: { data: Buffer.from('{"tenant":"NEVER-LOGGED"}'), media_type: "" },
      call_id: id,
    });
  const echoed = await ask("echo", "echoed");
  const answer = await ask("forgets", "c");
  const lines = await linesOfCall(file, "c");
  return {
    reached: JSON.stringify(echoed.message).includes(Buffer.from("NEVER-LOGGED").toJSON().data.slice(0, 12).join(",")),
    status: answer.status,
    input: at(list(at(lines[0], "eventAttributes", "tool_calls"))[0], "input"),
    logged: lines.some((line) => /tenant|NEVER-LOGGED/.test(write(line))),
  };
};

/** A tool that failed inside an RPC that is OK. */
export const failureCounted: Scenario = async () => {
  const { daemon, metrics } = await recording();
  await using _ = daemon;
  using raw = new Raw(daemon.address);
  const answer = await raw.call("raise", '{"error":{"message":"x"}}');
  const found = await metricsOf(metrics);
  const rpc = 'grpc_server_handled_total{grpc_service="toolspan.v1.Tools",grpc_method="Call",grpc_code="OK"}';
  await using printed = new Child(CLI, ["metrics", "--address", daemon.address], { env: environment() });
  await printed.ended;
  const json = list(parse(printed.stdout)).find((metric) => field(metric, "name") === "numOfToolCallsFailed");
  return {
    status: answer.status,
    rpc: found.get(rpc),
    failed: found.get('numOfToolCallsFailed{source="values",tool="raise",kind="exception"}'),
    succeeded: found.get('numOfToolCallsSucceeded{source="values",tool="raise"}') ?? 0,
    printed: field(json, "values"),
  };
};

/** `toolspan events`, of a sidecar without a log and of a log, as a person and as a program reads it. */
export const followed: Scenario = async (scene: Scene) => {
  const { daemon, file } = await recording();
  await using _ = daemon;
  await using testee = await connected(sdkOf(scene), daemon.address);
  const call = (id: string) =>
    testee.ask("call", { name: "raise", args: parse('{"error":{"message":"x\\u001b[2J"}}'), call_id: id });
  await call("before");
  await linesOfCall(file, "before");
  const events = (...more: string[]) => new Child(CLI, ["events", ...more], { env: environment() });
  await using live = events("--address", daemon.address);
  await using typed = events("--address", daemon.address, "--json", "--type", "_execution_failed_event");
  await using tail = events("--file", file, "--json", "--type", "_tool_response_event");
  const all = [live, typed, tail];
  await until(
    30_000,
    async () => void (await call("again")),
    () => all.every(({ stdout }) => stdout.includes("again") || stdout.includes("failed")),
  );
  await daemon.stop();
  const codes = [(await live.ended).code, (await typed.ended).code];
  const words = live.stdout.split("\n").flatMap((line) => /^\d\d:\d\d:\d\d\.\d{3} (\w+)/.exec(line)?.[1] ?? []);
  const typesOf = (child: Child) => [
    ...new Set(
      child.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => typeOf(parse(line))),
    ),
  ];
  return {
    words: [...new Set(words)].sort(),
    plain: !live.stdout.includes("\u001b"),
    typed: typesOf(typed),
    tail: typesOf(tail),
    from_start: tail.stdout.includes("before"),
    codes,
  };
};
