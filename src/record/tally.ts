import { Histogram, type MetricObjectWithValues, type MetricValueWithName } from "prom-client";
import type { FaultKind } from "../model/fault.js";

/** Upper bounds in milliseconds. */
export const LATENCY_MS = [
  1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000, 600_000,
];

/** What became of the calls of one tool, as plain numbers: counting costs a call nothing that could be measured. */
export class Tally {
  readonly labels: Readonly<Record<"source" | "tool", string>>;
  readonly failed = new Map<FaultKind, number>();
  /** Calls in each bucket alone; the last is for what is beyond all bounds. */
  readonly buckets = new Array<number>(LATENCY_MS.length + 1).fill(0);
  succeeded = 0;
  sum = 0;

  constructor(source: string, tool: string) {
    this.labels = { source, tool };
  }

  add(kind: FaultKind | null, ms: number): void {
    if (kind === null) this.succeeded++;
    else this.failed.set(kind, (this.failed.get(kind) ?? 0) + 1);
    this.sum += ms;
    let bucket = 0;
    while (ms > (LATENCY_MS[bucket] ?? Infinity)) bucket++;
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
  }
}

type Labels = "source" | "tool";
type Read = MetricObjectWithValues<MetricValueWithName<Labels>>;

/** A histogram that reads its numbers where they are counted, when it is asked. */
export class TallyHistogram extends Histogram<Labels> {
  readonly #empty: Histogram<Labels>;
  readonly #tallies: () => Iterable<Tally>;

  constructor(options: ConstructorParameters<typeof Histogram<Labels>>[0], tallies: () => Iterable<Tally>) {
    super({ ...options, buckets: LATENCY_MS, labelNames: ["source", "tool"] });
    this.#empty = new Histogram({ ...options, registers: [] });
    this.#tallies = tallies;
  }

  override async get(): Promise<Read> {
    const empty = await this.#empty.get();
    return { ...empty, values: [...this.#tallies()].flatMap((tally) => this.#valuesOf(tally, empty.name)) };
  }

  /** What the library asks where it writes text. */
  async getForPromString(): Promise<Read> {
    return this.get();
  }

  #valuesOf({ labels, buckets, sum }: Tally, name: string): MetricValueWithName<Labels>[] {
    let count = 0;
    const upTo = buckets.map((calls, i) => {
      count += calls;
      return { metricName: `${name}_bucket`, labels: { le: LATENCY_MS[i] ?? "+Inf", ...labels }, value: count };
    });
    return [
      ...upTo,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
