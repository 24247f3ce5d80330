// Runs MCP's own conformance suite against `toolspan mcp serve` and against a sidecar as the client. Its last line counts checks.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";

const [suite, node] = process.argv.slice(2);
const here = import.meta.dirname;
const root = resolve(here, "../..");
const expected = join(here, "expected-failures.yaml");
const AT_ONCE = 6;
const SCENARIO_MS = 30_000;
const REVISIONS = ["2025-11-25", "2026-07-28"];
/** Scenarios that no revision requires, and that concern what Toolspan has. */
const EXTENSIONS = ["auth/client-credentials-basic"];

const folder = mkdtempSync(join(tmpdir(), "tsm-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

let passed = 0;
let failed = 0;

// The checks of every scenario that one run of the suite wrote down.
function checksIn(results) {
  const files = readdirSync(results, { recursive: true }).filter((name) => name.endsWith("checks.json"));
  return files.map((file) => ({ file, checks: JSON.parse(readFileSync(join(results, file), "utf8")) }));
}

/** One run of the suite: its own judgement, which knows what is expected to fail, is the exit code. */
async function judge(name, args) {
  const results = join(folder, name.replaceAll("/", "_"));
  mkdirSync(results);
  const child = spawn(node, [suite, ...args, "--timeout", String(SCENARIO_MS), "--expected-failures", expected, "-o", results], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise((done) => child.once("close", done));
  const scenarios = checksIn(results);
  const good = scenarios.flatMap(({ checks }) => checks).filter(({ status }) => status === "SUCCESS").length;
  passed += good;
  const isFailed = code !== 0 || scenarios.length === 0;
  if (isFailed) failed++;
  process.stdout.write(`${isFailed ? "FAIL" : "ok  "} ${name}: ${good} checks pass in ${scenarios.length} scenarios\n`);
  if (isFailed) process.stdout.write(`${said.replace(/^/gm, "     ")}\n`);
}

// The suite gives no token; what goes through here has one, and is otherwise as it was.
async function authorized(target, token) {
  const server = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${token}` };
    const onward = request(target, { method: from.method, path: from.url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, close: () => server.close() };
}

async function serving() {
  const config = join(folder, "toolspan.yaml");
  const token = join(folder, "token");
  writeFileSync(token, "of-the-suite");
  const schemas = { source: "schemas", command: [process.execPath, join(here, "schemas.mjs")] };
  writeFileSync(config, JSON.stringify({ tools: [join(here, "tools.ts")], mcp_servers: [schemas] }));
  const child = spawn(
    process.execPath,
    [join(root, "bin/toolspan"), "mcp", "serve", "--config", config, "--http", "127.0.0.1:0", "--token-file", token],
    { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, XDG_RUNTIME_DIR: folder } },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = new Promise((done) => child.once("exit", done));
  const { value: ready } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (ready === undefined) throw new Error("toolspan mcp serve did not start");
  const proxy = await authorized(new URL(JSON.parse(ready).url), "of-the-suite");
  return {
    url: proxy.url,
    stop: async () => {
      proxy.close();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The scenarios of the client that a revision requires, one at a time: on two cores some fail by time where all run at once. */
function clientScenarios(revision) {
  const text = readFileSync(join(suite, `../../requirements/${revision}.yaml`), "utf8");
  const names = text.slice(text.search(/^client:/m)).matchAll(/^ {2}- (\S+)$/gm);
  return [...names].map(([, name]) => name);
}

const server = await serving();
for (const revision of REVISIONS) {
  await judge(`server ${revision}`, ["server", "--url", server.url, "--requirements", revision]);
}
await server.stop();
// Those that are known to fail wait for what never comes, and do so side by side.
const known = new Set(parse(readFileSync(expected, "utf8")).client);
const command = `${process.execPath} ${join(here, "client.mjs")}`;
const ofClient = (revision, scenario) =>
  judge(`client ${revision} ${scenario}`, [
    ...["client", "--command", command, "--scenario", scenario, "--spec-version", revision],
  ]);
for (const revision of REVISIONS) {
  const scenarios = clientScenarios(revision);
  const failing = scenarios.filter((scenario) => known.has(scenario));
  for (const scenario of scenarios) if (!known.has(scenario)) await ofClient(revision, scenario);
  while (failing.length > 0) {
    await Promise.all(failing.splice(0, AT_ONCE).map((scenario) => ofClient(revision, scenario)));
  }
}
for (const scenario of EXTENSIONS) {
  await judge(`client ${scenario}`, ["client", "--command", command, "--scenario", scenario]);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
