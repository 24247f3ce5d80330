import type { Scenario } from "../scenario.js";
import * as hostile from "./hostile.js";
import * as lists from "./list.js";
import * as loss from "./loss.js";
import * as processes from "./process.js";
import * as sockets from "./sockets.js";
import * as trust from "./trust.js";

const named = Object.entries({ ...hostile, ...lists, ...loss, ...processes, ...sockets, ...trust });

/** Every scenario under the name that rows use: `killedCaller` is `killed-caller`. */
export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  named.map(([name, scenario]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), scenario]),
);
