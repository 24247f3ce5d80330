import { join } from "node:path";
import { serve } from "./daemon.js";
import { runLane } from "./lane.js";
import { BUILD } from "./places.js";
import type { Report } from "./report.js";
import type { Row } from "./rows.js";
import type { Language } from "./testee.js";

const CONFIG = `
start: 60s
hosts:
  - { source: go, command: [${JSON.stringify(join(BUILD, "go-host"))}] }
`;

/** The rows of the host in Go: each caller has a sidecar of its own, since some rows crash the host. */
export async function runGoHost(rows: readonly Row[], languages: readonly Language[], report: Report): Promise<void> {
  for (const language of languages) {
    const own = rows.filter((row) => row.languages.includes(language));
    if (own.length === 0) continue;
    await using daemon = await serve({ tools: ["values"], config: CONFIG });
    await runLane(language, own, daemon, report);
  }
}
