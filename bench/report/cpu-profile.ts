import { readFileSync } from "node:fs";

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** Microseconds of the monotonic clock. */
  readonly startTime: number;
}

const MOST_FUNCTIONS = 14;

/** The self time of a profile, by where the code lives and by function, as shares of the time that was not idle. */
export function summarise(file: string, from: number, to: number): string {
  const { nodes, samples, timeDeltas, startTime }: CpuProfile = JSON.parse(readFileSync(file, "utf8"));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const areas = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  let clock = startTime;
  for (const [i, id] of samples.entries()) {
    const frame = frames.get(id);
    const micros = timeDeltas[i] ?? 0;
    clock += micros;
    if (clock < from || clock > to) continue;
    if (frame === undefined || frame.functionName === "(idle)" || micros < 0) continue;
    busy += micros;
    const area = areaOf(frame.functionName, frame.url);
    areas.set(area, (areas.get(area) ?? 0) + micros);
    const name = `${frame.functionName || "(anonymous)"} ${area} ${frame.url.split("/").at(-1)}:${frame.lineNumber + 1}`;
    functions.set(name, (functions.get(name) ?? 0) + micros);
  }
  const isWorker = nodes.some(({ callFrame }) => callFrame.url.endsWith("worker-thread.js"));
  const share = ([name, micros]: [string, number]) => `  ${((100 * micros) / busy).toFixed(1).padStart(5)} %  ${name}`;
  const top = (map: Map<string, number>, count: number) =>
    [...map]
      .sort((a, b) => b[1] - a[1])
      .slice(0, count)
      .map(share);
  return [
    `${isWorker ? "worker thread" : "main thread"}, busy ${(busy / 1e6).toFixed(2)} s`,
    ...top(areas, MOST_FUNCTIONS),
    "  functions",
    ...top(functions, MOST_FUNCTIONS),
    "",
  ].join("\n");
}

function areaOf(name: string, url: string): string {
  if (url === "") return name.startsWith("(") ? name : "native";
  const packaged = url.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/);
  if (packaged?.[1] !== undefined) return packaged[1];
  const own = url.match(/\/dist\/([^/]+)\/([^/]+)/);
  if (own !== null) return own[1] === "gen" ? "generated protobuf code" : `ours: ${own[1]}`;
  return url.startsWith("node:") ? url.split("/").slice(0, 2).join("/") : "other";
}
