import { existsSync, readFileSync } from "node:fs";
import { field, list, text } from "./expand.js";
import { parse, type Tree } from "./tree.js";
import { until } from "./wait.js";

/** The whole lines of an event log; none where there is no file. What stands behind the last of them is being written. */
export function logLines(file: string): Tree[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").slice(0, -1).map(parse);
}

/** The lines of one call, once its response is among them. */
export function linesOfCall(file: string, callId: string): Promise<Tree[]> {
  const ofCall = (line: Tree): boolean =>
    at(line, "entityMetadata", "toolCallId") === callId ||
    at(line, "eventAttributes", "success", callId) !== undefined ||
    list(at(line, "eventAttributes", "tool_calls")).some((call) => field(call, "call_id") === callId);
  return until(
    15_000,
    () => logLines(file).filter(ofCall),
    (lines) => lines.some((line) => typeOf(line) === "_tool_response_event"),
  );
}

/** The event type of a line. */
export function typeOf(line: Tree): string {
  return text(field(line, "eventType")) ?? "";
}

/** What stands at the end of some keys. */
export function at(tree: Tree | undefined, ...keys: readonly string[]): Tree | undefined {
  return keys.reduce<Tree | undefined>((found, key) => field(found, key), tree);
}

/** What a sidecar serves to Prometheus. */
export async function metricsOf(url: string): Promise<ReadonlyMap<string, number>> {
  const body = await (await fetch(url)).text();
  const samples = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
