import { parseArgs } from "node:util";
import { killAll } from "../runner/child.js";
import { removeFolders } from "../runner/places.js";
import { Checks } from "./checks.js";
import { checkClients } from "./client-checks.js";
import { CLIENTS } from "./clients.js";
import { checkServer } from "./server-checks.js";
import { SERVERS } from "./servers.js";

const HELP = `Checks the sidecar against MCP servers that others wrote, and \`toolspan mcp serve\` under the official clients.

usage: scripts/upstreams [--only WORD]

  --only WORD   only servers and clients whose name contains it; may be given again
`;

async function run(words: readonly string[] | undefined): Promise<number> {
  const checks = new Checks();
  const isMeant = ({ name }: { readonly name: string }): boolean => words?.some((word) => name.includes(word)) ?? true;
  for (const server of SERVERS.filter(isMeant)) {
    await checkServer(server, checks).catch((error: unknown) =>
      checks.one(`${server.name}: starts`, () => Promise.reject(error)),
    );
  }
  await checkClients(CLIENTS.filter(isMeant), checks).catch((error: unknown) =>
    checks.one("clients: start", () => Promise.reject(error)),
  );
  if (checks.passed + checks.failed === 0) throw new Error("there are no such servers or clients");
  process.stdout.write(`${checks.passed} passed, ${checks.failed} failed\n`);
  return checks.failed === 0 ? 0 : 1;
}

function end(code: number): never {
  killAll();
  removeFolders();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } },
});
if (values.help) {
  process.stdout.write(HELP);
  end(0);
}
try {
  end(await run(values.only));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  end(1);
}
