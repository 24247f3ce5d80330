/** What several rounds gave. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The median with its neighbours, of at least one value. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (i: number) => sorted[i] ?? 0;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

/** Three digits that matter, as a person reads them. */
export function readable(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** A spread as a person reads it; a dash where there is none. */
export function shown(value: { readonly [K in keyof Spread]: number | null } | null): string {
  if (value === null || value.median === null || value.min === null || value.max === null) return "–";
  return `${readable(value.median)} (${readable(value.min)}–${readable(value.max)})`;
}
