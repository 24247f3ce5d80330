import { join } from "node:path";
import { type Daemon, serve } from "../daemon.js";
import { logLines, typeOf } from "../event-log.js";
import { field, text } from "../expand.js";
import { BUILD, folder, ROOT, TESTS } from "../places.js";
import { brief, type Scenario, sdkOf } from "../scenario.js";
import { connected, type Testee } from "../testee.js";
import { type Tree, toTree, write } from "../tree.js";

const PLACES = ["worker", "inline", "process", "python", "java"] as const;
const SECRET = "NEVER-LOGGED";

function config(log: string, more: Readonly<Record<string, unknown>>): string {
  const at = (name: string): string => join(TESTS, "hosts", name);
  const jar = join(ROOT, "clients/java/toolspan-client/target/toolspan-client-0.1.0.jar");
  return JSON.stringify({
    start: "60s",
    tools: ["worker", "inline", "process"].map((isolation) => ({
      file: at("injected.ts"),
      source: isolation,
      isolation,
    })),
    hosts: [
      { source: "python", language: "python", file: at("injected.py"), python: join(ROOT, ".venv/bin/python") },
      { source: "java", language: "java", classes: ["Injected"], class_path: [jar, join(BUILD, "hosts")] },
    ],
    event_log: { file: log, level: "VERBOSE" },
    ...more,
  });
}

function start(more: Readonly<Record<string, unknown>> = {}, log = join(folder(), "e.jsonl")): Promise<Daemon> {
  return serve({ tools: [], config: config(log, more), env: { TENANT: `${SECRET}-of-the-sidecar` } });
}

// All but the answers: what a tool makes of its arguments is its own to tell.
function askedLines(log: string): readonly string[] {
  return logLines(log)
    .filter((line) => typeOf(line) !== "_tool_response_event")
    .map(write);
}

async function keys(testee: Testee, name: string, schema: string): Promise<readonly string[]> {
  const specs = (await testee.ask("tools", {})).get("specs");
  const spec = Array.isArray(specs) ? specs.find((one) => field(one, "full_name") === name) : undefined;
  const properties = field(field(spec, schema), "properties");
  return properties instanceof Map ? [...properties.keys()].sort() : [];
}

/** In every place: what is listed, what the model may not give, what is missing, and what wins; alone, in a batch, nested. */
export const injectedEverywhere: Scenario = async (scene) => {
  const log = join(folder(), "e.jsonl");
  await using daemon = await start({}, log);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const tenant = `${SECRET}-of-the-caller`;
  const call = async (name: string, args: object, injected?: object): Promise<Tree> =>
    brief(await testee.ask("call", { name, args: toTree(args), ...(injected && { injected: toTree(injected) }) }));
  const told: Record<string, unknown> = {};
  for (const place of PLACES) {
    const name = `${place}.order`;
    const batch = [
      { name, args: toTree({ item: "a" }), injected: toTree({ tenant: "one" }) },
      { name, args: toTree({ item: "b", tenant: "model" }), injected: toTree({ tenant: "two", limits: { most: 2 } }) },
    ];
    const answers = (await testee.ask("call_all", { calls: batch })).get("answers");
    told[place] = {
      visible: await keys(testee, name, "input_schema"),
      hidden: await keys(testee, name, "injected_schema"),
      given: await call(name, { item: "x", tenant: "model" }, { tenant, limits: { most: 3 } }),
      missing: await call(name, { item: "x", tenant: "model" }),
      wrong: await call(name, { item: "x" }, { tenant: 5 }),
      batch: Array.isArray(answers) ? answers.map((one) => (one instanceof Map ? brief(one) : null)) : null,
      nested: await call(`${place}.relay`, {
        tool: name,
        args: { item: "n", tenant: "m" },
        given: { tenant: "inner" },
      }),
    };
  }
  const built: Record<string, unknown> = {};
  for (const name of ["java.order_record", "java.order_schema"]) {
    const of = [await keys(testee, name, "input_schema"), await keys(testee, name, "injected_schema")];
    built[name] = [...of, await call(name, { item: "x" }, { tenant: "t" })];
  }
  const [ofPython, ...others] = PLACES.map((place) => write(toTree(told[place])).replaceAll(`${place}.`, ""));
  const lines = askedLines(log);
  return {
    worker: told["worker"],
    alike: others.every((other) => other === ofPython),
    built,
    logged: lines.length > 0,
    leaks: lines.filter((line) => line.includes(SECRET)).length + (daemon.child.stderr.includes(SECRET) ? 1 : 0),
  };
};

/** What the sidecar itself injects wins over every caller, and is hidden in the schemas of tools that know nothing of it. */
export const injectedByTheSidecar: Scenario = async (scene) => {
  const own = `\${TENANT}`;
  const injected = {
    "python.order": { tenant: own, limits: { most: 9 } },
    "worker.*": { tenant: own, region: "north" },
    "python.plain": { region: "north" },
    "java.plain": { region: 5 },
  };
  const log = join(folder(), "e.jsonl");
  await using daemon = await start({ injected }, log);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const call = async (name: string, args: object, given?: object): Promise<Tree> =>
    brief(await testee.ask("call", { name, args: toTree(args), ...(given && { injected: toTree(given) }) }));
  const tenantOf = async (name: string, given?: object): Promise<string> => {
    const answer = await call(name, { item: "x", tenant: "model" }, given);
    return text(field(field(answer, "result"), "tenant")) ?? write(answer);
  };
  return {
    own: (await tenantOf("python.order")) === `${SECRET}-of-the-sidecar`,
    over_caller: (await tenantOf("worker.order", { tenant: "caller" })) === `${SECRET}-of-the-sidecar`,
    plain: await call("worker.plain", { item: "x", region: "model" }),
    plain_python: await call("python.plain", { item: "x" }, { region: "caller" }),
    visible: await keys(testee, "python.plain", "input_schema"),
    strict: await keys(testee, "worker.plain", "input_schema"),
    wrong: await call("java.plain", { item: "x" }),
    others: await call("process.order", { item: "x" }, { tenant: "t" }),
    leaks: askedLines(log).filter((line) => /of-the-sidecar|north/.test(line)).length,
  };
};
