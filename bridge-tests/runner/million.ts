import { parseArgs } from "node:util";
import { killAll } from "./child.js";
import { removeFolders } from "./places.js";
import { manyCalls } from "./scenarios/load.js";
import { SDKS } from "./testee.js";
import { toTree } from "./tree.js";

const HELP = `Calls far more often than a row does, and shows that every answer is its call's and that memory stays flat.

usage: scripts/million [--calls N] [--tasks N] [--language NAME]

  --calls N         calls of each client; default 1000000
  --tasks N         calls that are under way at once; default 64
  --language NAME   only ${SDKS.join(", ")}; may be given again
`;
const MOST_GROWN_MB = 64;

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    tasks: { type: "string", default: "64" },
    language: { type: "string", multiple: true },
    help: { type: "boolean", short: "h", default: false },
  },
});

async function soak(): Promise<number> {
  const calls = Number(values.calls);
  let failed = 0;
  const languages = SDKS.filter((language) => values.language?.includes(language) ?? true);
  if (languages.length === 0 || !Number.isSafeInteger(calls) || calls < 4) throw new Error("nothing to call");
  for (const language of languages) {
    const given = new Map(Object.entries({ calls: toTree(calls), tasks: toTree(Number(values.tasks)) }));
    const started = performance.now();
    const seen = await manyCalls({ language, given });
    const fine = seen["right"] === calls && Number(seen["grown_mb"]) <= MOST_GROWN_MB;
    if (!fine) failed++;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${fine ? "pass" : "FAIL"} ${language}: ${String(seen["right"])} of ${calls} answers right, the sidecar grew by ${String(seen["grown_mb"])} MB, ${seconds} s`,
    );
  }
  console.log(`${languages.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function end(code: number): never {
  killAll();
  removeFolders();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
if (values.help) {
  process.stdout.write(HELP);
  end(0);
}
try {
  end(await soak());
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  end(1);
}
