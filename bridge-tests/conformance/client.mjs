// The client that the conformance suite of MCP tests: a sidecar with the suite's server in its configuration, and a program that lists
// and calls its tools. The suite appends the URL of its server.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { connect } from "../../dist/client/index.js";

const OFFERED_MS = 6000;
const CALL_MS = 8000;

const url = process.argv.at(-1);
const revision = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const folder = mkdtempSync(join(tmpdir(), "tsc-"));

function config() {
  const entry = { source: "suite", url, timeout: "5s", connect_timeout: "5s" };
  if (["2025-11-25", "2026-07-28"].includes(revision)) entry.protocol = revision;
  if (context.client_id !== undefined && context.client_secret !== undefined) {
    const secret = { env: "SUITE_SECRET" };
    entry.auth = { type: "oauth", client_id: context.client_id, client_secret: secret };
    if (context.issuer !== undefined) entry.auth.issuer = context.issuer;
  }
  return JSON.stringify({ mcp_servers: [entry] });
}

// What the suite asks for by name, and otherwise every tool with numbers and texts for what it requires.
function callsOf(tools) {
  if (Array.isArray(context.toolCalls)) return context.toolCalls.map((call) => ({ name: call.name, args: call.arguments }));
  return tools.map(({ name, inputSchema }) => {
    const properties = Object.entries(inputSchema.properties ?? {});
    const value = ({ type }) => (type === "number" || type === "integer" ? 5 : type === "boolean" ? true : "text");
    return { name, args: Object.fromEntries(properties.map(([key, schema]) => [key, value(schema)])) };
  });
}

async function offered(hub) {
  const end = Date.now() + OFFERED_MS;
  let tools = await hub.tools();
  while (tools.length === 0 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, 50));
    tools = await hub.tools();
  }
  return tools;
}

const file = join(folder, "toolspan.yaml");
writeFileSync(file, config());
const serve = spawn(
  process.execPath,
  [
    resolve(import.meta.dirname, "../../bin/toolspan"),
    ...["serve", "--config", file, "--listen", `unix:${join(folder, "s")}`, "--with-parent", "--grace", "1"],
  ],
  {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, XDG_RUNTIME_DIR: folder, SUITE_SECRET: context.client_secret ?? "" },
  },
);
const ended = new Promise((done) => serve.once("exit", done));
let code = 1;
try {
  const { value: ready } = await createInterface({ input: serve.stdout })[Symbol.asyncIterator]().next();
  const hub = await connect(JSON.parse(ready).address);
  const tools = await offered(hub);
  for (const { name, args } of callsOf(tools)) {
    const response = await hub.call(`suite.${name}`, args, { timeout: CALL_MS });
    process.stderr.write(`${name}: ${response.success ? "success" : response.error}\n`);
  }
  code = tools.length > 0 ? 0 : 1;
  await hub.close();
} finally {
  serve.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
