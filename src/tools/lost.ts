import { texts } from "../gen/texts.js";
import type { Job, Ran } from "../invoke/runner.js";
import { fault } from "../model/fault.js";
import { raised } from "../model/outcome.js";

/** What a call comes to whose worker or host is gone; `started` is on the clock of `performance.now`. */
export function lost({ calledAs }: Pick<Job, "calledAs">, started: number, effect: "none" | "unknown"): Ran {
  const reason = fault("host_lost", texts.host_lost(calledAs), { details: { effect } });
  return { outcome: raised(reason), elapsedMs: performance.now() - started };
}
