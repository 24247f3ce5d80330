/** How sizes and durations are written by people: "32MiB", "10m", or a plain number. */

const SIZES: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};
const DURATIONS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export const SIZE = /^(\d+(?:\.\d+)?) ?(B|KB|MB|GB|KiB|MiB|GiB)?$/;
export const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)$/;

/** Bytes of a text that `SIZE` matches. */
export function bytesOf(text: string | number): number {
  if (typeof text === "number") return text;
  const match = SIZE.exec(text);
  return Math.round(Number(match?.[1]) * (SIZES[match?.[2] ?? ""] ?? 1));
}

/** Milliseconds of a text that `DURATION` matches; a plain number is seconds. */
export function millisecondsOf(text: string | number): number {
  if (typeof text === "number") return Math.round(text * 1000);
  const match = DURATION.exec(text);
  return Math.round(Number(match?.[1]) * (DURATIONS[match?.[2] ?? "ms"] ?? 1));
}
