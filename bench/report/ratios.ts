import type { Cell, Measured, Sample } from "../run/cell.js";
import type { Axis } from "../run/growth.js";
import { COMPARISONS } from "./comparisons.js";
import { rate } from "./rows.js";
import { type Spread, spread } from "./spread.js";
import { TARGETS, type Target, WAIT_IDEAL } from "./targets.js";

/** A ratio of two things that ran in the same round, as it stands in the JSON file. */
export interface Ratio {
  readonly name: string;
  readonly caller: string;
  readonly bytes: number;
  readonly in_flight: number;
  /** Null where one of the two never answered; such a target is not met. */
  readonly median: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly target: string | null;
  readonly met: boolean | null;
}

/** Every ratio of which both sides were measured: those with a target, those without, then growth. */
export function ratiosOf(measured: readonly Measured[], axes: readonly Axis[]): Ratio[] {
  const find = (wanted: Partial<Cell>) => measured.find(({ cell }) => matches(cell, wanted));
  const ratio = (target: Target): Ratio[] => {
    const { subject, over, caller, bytes, inFlight } = target;
    const ours = find({ subject, caller, bytes, inFlight });
    const theirs = over === null ? null : find({ subject: over, caller: target.overCaller ?? caller, bytes, inFlight });
    if (ours === undefined || theirs === undefined) return [];
    const values = ours.rounds.flatMap((a, round) => {
      const b = theirs === null ? IDEAL : theirs.rounds[round];
      if (a === null || b === null || b === undefined) return [];
      const value = compare[target.what](a, b);
      return Number.isFinite(value) ? [value] : [];
    });
    return [judge(target.name, ours.cell, values, target)];
  };
  return [...[...TARGETS, ...COMPARISONS].flatMap(ratio), ...axes.flatMap((axis) => growth(axis, find))];
}

const IDEAL: Sample = {
  ops: WAIT_IDEAL,
  seconds: 1,
  p50_us: 50_000,
  p99_us: 50_000,
  failed: 0,
  error: null,
  server_cpu_us: null,
};

const compare = {
  throughput: (a, b) => rate(a) / rate(b),
  latency: (a, b) => a.p50_us / b.p50_us,
  "server cpu": (a, b) => (a.server_cpu_us ?? Number.NaN) / (b.server_cpu_us ?? Number.NaN),
} satisfies Record<Target["what"], (a: Sample, b: Sample) => number>;

const MOST_GROWTH = 1.2;

function growth({ name, points, base }: Axis, find: (wanted: Partial<Cell>) => Measured | undefined): Ratio[] {
  const first = points.find(({ at }) => at === base);
  const from = first === undefined ? undefined : find({ subject: first.cell.subject });
  if (from === undefined) return [];
  return points.flatMap(({ at, cell }) => {
    const to = find({ subject: cell.subject });
    if (to === undefined || at === base) return [];
    const values = to.rounds.flatMap((reply, round) => {
      const start = from.rounds[round];
      return reply === null || start === null || start === undefined ? [] : [rate(start) / rate(reply)];
    });
    // fewer calls in flight than the base are dearer by nature: they share no frame
    const limit = at < Number(base) ? {} : { atMost: MOST_GROWTH };
    return [judge(`cost a call, ${name} ${base} to ${at}`, to.cell, values, limit)];
  });
}

function judge(
  name: string,
  { caller, bytes, inFlight }: Cell,
  values: readonly number[],
  { atLeast, atMost }: Pick<Target, "atLeast" | "atMost">,
): Ratio {
  const found: Spread | null = values.length === 0 ? null : spread(values);
  const target = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : null;
  const within = (value: number) => value >= (atLeast ?? 0) && value <= (atMost ?? Number.POSITIVE_INFINITY);
  const met = target === null ? null : found !== null && within(found.median);
  const { median = null, min = null, max = null } = found ?? {};
  return { name, caller, bytes, in_flight: inFlight, median, min, max, target, met };
}

function matches(cell: Cell, wanted: Partial<Cell>): boolean {
  return (Object.keys(wanted) as (keyof Cell)[]).every((key) => cell[key] === wanted[key]);
}
