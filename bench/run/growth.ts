import type { Cell } from "./cell.js";
import { SMALL } from "./plan.js";

/** One curve: how the cost of a call grows with something. */
export interface Axis {
  readonly name: "tools" | "callers" | "in-flight" | "bytes";
  readonly title: string;
  readonly points: readonly { readonly at: number; readonly cell: Cell }[];
  /** The point that the others are compared with; null where growth is expected. */
  readonly base: number | null;
}

const BASE: Cell = {
  subject: "growth",
  caller: "node",
  transport: "unix",
  bytes: SMALL,
  inFlight: 64,
  way: "stream",
  server: "sidecar",
  tool: "worker.echo",
  connections: 1,
};

const axis = (
  name: Axis["name"],
  title: string,
  base: number | null,
  values: readonly number[],
  change: (at: number) => Partial<Cell>,
): Axis => ({
  name,
  title,
  base,
  points: values.map((at) => ({ at, cell: { ...BASE, subject: `growth-${name}-${at}`, ...change(at) } })),
});

/** The curves, from Node over the shipped client. */
export function axes(quick: boolean): Axis[] {
  const all = [
    axis("tools", "registered tools", 1, [1, 10, 100, 1000], (at) => ({ server: `tools-${at}` })),
    axis("callers", "callers, 64 calls in flight each", 1, [1, 4, 16, 64], (connections) => ({ connections })),
    axis("in-flight", "calls in flight", 64, [1, 8, 64, 512, 2000, 10_000], (inFlight) => ({ inFlight })),
    axis("bytes", "bytes of the arguments", null, [200, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576], (bytes) => ({
      bytes,
      inFlight: bytes > 65_536 ? 8 : 64,
    })),
  ];
  const kept = new Set([1, 16, 64, 1000, 2000]);
  return quick
    ? all
        .filter(({ base }) => base !== null)
        .map((a) => ({
          ...a,
          points: a.points.filter(({ at }) => kept.has(at) && !(a.name === "callers" && at === 64)),
        }))
    : all;
}
