import type { Scenario } from "../scenario.js";
import * as bash from "./bash.js";
import * as cuts from "./cut.js";
import * as hostile from "./hostile.js";
import * as injected from "./injected.js";
import * as limits from "./limits.js";
import * as lists from "./list.js";
import * as load from "./load.js";
import * as loss from "./loss.js";
import * as mcp from "./mcp.js";
import * as mcpServe from "./mcp-serve.js";
import * as orphans from "./orphans.js";
import * as processes from "./process.js";
import * as progress from "./progress.js";
import * as records from "./record.js";
import * as skills from "./skills.js";
import * as snapshots from "./snapshot.js";
import * as sockets from "./sockets.js";
import * as streams from "./stream.js";
import * as supervised from "./supervised.js";
import * as survive from "./survive.js";
import * as trust from "./trust.js";

const named = Object.entries({
  ...bash,
  ...cuts,
  ...hostile,
  ...injected,
  ...limits,
  ...lists,
  ...load,
  ...loss,
  ...mcp,
  ...mcpServe,
  ...orphans,
  ...processes,
  ...progress,
  ...records,
  ...skills,
  ...snapshots,
  ...sockets,
  ...streams,
  ...survive,
  ...supervised,
  ...trust,
});

/** Every scenario under the name that rows use: `killedCaller` is `killed-caller`. */
export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  named.map(([name, scenario]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), scenario]),
);
