import { type Daemon, serve } from "./daemon.js";
import { list } from "./expand.js";
import { runLane } from "./lane.js";
import { HttpFaults, PLACES, stdioEntry } from "./mcp-servers.js";
import { Raw } from "./raw.js";
import type { Report } from "./report.js";
import type { Row } from "./rows.js";
import type { Language } from "./testee.js";
import type { Tree } from "./tree.js";
import { until } from "./wait.js";

const BOUNDS = "timeout: 1s, max_timeout: 3s";

/** Plays the rows of calls to MCP servers: over both transports and in both revisions, a sidecar and servers for each caller. */
export async function runMcp(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  for (const language of languages) {
    const own = rows.filter((row) => row.languages.includes(language));
    if (own.length === 0) continue;
    await using older = await HttpFaults.start();
    await using newer = await HttpFaults.start(["--newer"]);
    const config = [
      "mcp_servers:\n",
      stdioEntry("old_stdio", [], BOUNDS),
      stdioEntry("new_stdio", ["--newer"], BOUNDS),
      older.entry("old_http", BOUNDS),
      newer.entry("new_http", BOUNDS),
    ].join("");
    await using daemon = await serve({ tools: [], config });
    await offered(daemon, PLACES);
    for (const place of PLACES)
      await runLane(
        language,
        own.flatMap((row) => at(row, place)),
        daemon,
        report,
      );
  }
}

/** Waits until every one of these sources offers tools; the names of all that are offered. */
export async function offered(daemon: Daemon, sources: readonly string[]): Promise<readonly string[]> {
  using raw = new Raw(daemon.address);
  const names = async (): Promise<readonly string[]> => {
    const { message } = await raw.ask("toolspan.v1.Tools", "List");
    const tools = (message?.["tools"] ?? []) as readonly { readonly source: string; readonly name: string }[];
    return tools.map(({ source, name }) => `${source}.${name}`);
  };
  return until(20_000, names, (all) => sources.every((source) => all.some((name) => name.startsWith(`${source}.`))));
}

// A row says "mcp." for the source of whichever server it is played against.
function at(row: Row, place: string): readonly Row[] {
  const places = list(row.body.get("places"));
  if (places.length > 0 && !places.includes(place)) return [];
  const told = (tree: Tree): Tree => {
    if (typeof tree === "string") return tree.replaceAll("mcp.", `${place}.`);
    if (Array.isArray(tree)) return tree.map(told);
    if (tree instanceof Map) return new Map([...tree].map(([key, item]) => [key, told(item)]));
    return tree;
  };
  const body = told(row.body);
  return body instanceof Map ? [{ ...row, name: `${row.name}@${place}`, body }] : [];
}
