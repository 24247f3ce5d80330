import type { Toolspan } from "../../client/toolspan.js";
import { fullName } from "../../model/spec.js";
import { nearest } from "../nearest.js";

/** Says on stderr which tool a mistyped name may mean. */
export async function suggestTool(hub: Toolspan, typed: string): Promise<void> {
  const tools = await hub.tools().catch(() => []);
  const near = nearest(typed, [...new Set(tools.flatMap((spec) => [spec.name, fullName(spec)]))]);
  const hint = near === undefined ? "`toolspan tools` lists what there is." : `Did you mean ${near}?`;
  process.stderr.write(`${hint}\n`);
}
