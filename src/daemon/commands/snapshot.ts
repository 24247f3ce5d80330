import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { Toolspan } from "../../client/toolspan.js";
import { DIALECT_NAMES } from "../../dialects/translate.js";
import { CannotCrossError } from "../../model/cannot-cross.js";
import type { ToolSpec } from "../../model/spec.js";
import { startSidecar } from "../own-sidecar.js";
import { changesIn } from "../snapshot/compare.js";
import { eventGoldens, type Goldens, toolGoldens } from "../snapshot/goldens.js";
import { EXIT, UsageError } from "../usage-error.js";
import { type OwnSidecarFlags, ownSidecarOptions, serveWords } from "./own-sidecar.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";

interface SnapshotFlags extends ReachFlags, OwnSidecarFlags {
  readonly address?: string;
  readonly check?: boolean;
  readonly json?: boolean;
  readonly events?: string;
  readonly from: string;
}

const GRACE_MS = 2000;
const SERVING_MS = 15_000;
const POLL_MS = 50;

const EXAMPLES = `
Examples:
  $ toolspan snapshot goldens                                   of the running sidecar's tools
  $ toolspan snapshot goldens --config toolspan.yaml            of a sidecar that is started for it
  $ toolspan snapshot goldens --config toolspan.yaml --check    in CI: exit code 1 and what changed
  $ toolspan snapshot goldens --events seen.jsonl --from flink-agents-0.3/python

It writes tools.json (every tool with its schemas) and, with --events, events.json (each event in every dialect). Commit them:
a tool whose name, description or schema changes then breaks your build, and not the job that calls it.`;

/** `toolspan snapshot DIR [--check]`: goldens of a user's tools and events, for their own CI. */
export function snapshotCommand(): Command {
  return ownSidecarOptions(reachCommand("snapshot"))
    .summary("write goldens of the tools and of events, or compare with them")
    .description(
      "Writes goldens of a sidecar's tools, and of events in every dialect; with --check it compares instead.",
    )
    .argument("<dir>", "the folder of the goldens")
    .option("--check", "compare, write nothing, and end with 1 where something changed")
    .option("--json", "with --check: print the changes as JSON")
    .option("--events <file>", "a file with one event, an array of events or JSON lines")
    .addOption(new Option("--from <dialect>", "what the events are in").choices(DIALECT_NAMES).default("canonical"))
    .addHelpText("after", EXAMPLES)
    .action(async (dir: string, flags: SnapshotFlags) => {
      if (flags.json && !flags.check) throw new UsageError("--json prints what --check found: give both.");
      const goldens = new Map([...toolGoldens(await specsOf(flags)), ...eventsOf(flags)]);
      process.exitCode = flags.check ? check(dir, goldens, flags.json ?? false) : write(dir, goldens);
    });
}

async function specsOf(flags: SnapshotFlags): Promise<readonly ToolSpec[]> {
  const words = serveWords(flags);
  if (words === null) return await reach(flags, everyTool);
  const sidecar = await startSidecar([...words, "--log-level", "warn"], GRACE_MS);
  try {
    return await reach({ ...flags, address: sidecar.address }, everyTool);
  } finally {
    await sidecar.stop();
  }
}

// A sidecar is ready before its MCP servers are; without their tools a golden would be another one each time.
async function everyTool(hub: Toolspan): Promise<readonly ToolSpec[]> {
  const end = performance.now() + SERVING_MS;
  for (;;) {
    const missing = (await hub.hosts()).filter(({ state }) => state !== "serving").map(({ source }) => source);
    if (missing.length === 0) return await hub.tools();
    if (performance.now() > end) {
      throw new UsageError(
        `${missing.join(", ")}: not serving, so that a snapshot would lack its tools; see toolspan hosts.`,
      );
    }
    await pause(POLL_MS);
  }
}

function eventsOf({ events, from }: SnapshotFlags): Goldens {
  if (events === undefined) return new Map();
  try {
    return eventGoldens(readFileSync(events, "utf8"), from);
  } catch (error) {
    if (error instanceof CannotCrossError) throw new UsageError(`${events}: ${error.message}`);
    if (isMissing(error)) throw new UsageError(`--events: there is no file ${events}.`);
    throw error;
  }
}

function write(dir: string, goldens: Goldens): number {
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of goldens) {
    writeFileSync(join(dir, file), text);
    process.stdout.write(`${join(dir, file)}\n`);
  }
  return EXIT.success;
}

function check(dir: string, goldens: Goldens, isJson: boolean): number {
  const changes = [...goldens].flatMap(([file, text]) => changesIn(file, golden(join(dir, file)), text));
  if (isJson) process.stdout.write(`${JSON.stringify(changes)}\n`);
  else for (const change of changes) process.stdout.write(`${change}\n`);
  if (changes.length === 0) return EXIT.success;
  process.stderr.write(
    `toolspan: the snapshot in ${dir} is out of date; run the same without --check to write it anew.\n`,
  );
  return EXIT.toolFailed;
}

function golden(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
