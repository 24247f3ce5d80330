import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Child } from "../child.js";
import { CLI, environment } from "../daemon.js";
import { stdioEntry } from "../mcp-servers.js";
import { fixture, folder } from "../places.js";
import type { Scenario } from "../scenario.js";
import { within } from "../wait.js";

/** Goldens of a sidecar's tools, those of an MCP server included, before and after it loses one of its sources. */
export const snapshotOfTools: Scenario = async () => {
  const at = folder();
  const config = join(at, "toolspan.yaml");
  const tools = `tools: [${JSON.stringify(fixture("values"))}]\n`;
  const snapshot = async (...more: readonly string[]) => {
    const args = ["snapshot", "goldens", "--config", config, ...more];
    await using child = new Child(CLI, args, { cwd: at, env: environment({ XDG_RUNTIME_DIR: at }) });
    const { code } = await within(60_000, "toolspan snapshot", child.ended);
    return { code, lines: child.stdout.split("\n").filter((line) => line !== "") };
  };
  writeFileSync(config, `${tools}mcp_servers:\n${stdioEntry("faults")}`);
  const written = await snapshot();
  const same = await snapshot("--check");
  writeFileSync(config, tools);
  const changed = await snapshot("--check");
  return {
    written: written.code,
    same: same.code,
    same_lines: same.lines.length,
    changed: changed.code,
    gone: changed.lines.includes("tools.json/faults.say: is gone"),
    others: changed.lines.filter((line) => !line.startsWith("tools.json/faults.")).length,
  };
};
