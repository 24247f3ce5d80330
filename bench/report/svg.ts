import { readable, type Spread } from "./spread.js";

/** One curve with the spread of each point. */
export interface Chart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Both scales are logarithmic where the points grow by nature. */
  readonly logY: boolean;
  /** How a point of the x axis is written. */
  readonly label: (at: number) => string;
  readonly points: readonly { readonly at: number; readonly value: Spread }[];
}

const WIDTH = 460;
const HEIGHT = 280;
const LEFT = 56;
const RIGHT = 34;
const INSET = 22;
const TOP = 40;
const BOTTOM = 48;
const INK = "#334";
const LINE = "#2563a8";

/** A light SVG of a chart. */
export function svg({ title, x, y, logY, label, points }: Chart): string {
  const first = Math.log(points[0]?.at ?? 1);
  const last = Math.log(points.at(-1)?.at ?? 2);
  const across = (at: number) =>
    LEFT + INSET + ((Math.log(at) - first) / (last - first || 1)) * (WIDTH - LEFT - INSET - RIGHT);
  const highest = Math.max(...points.map(({ value }) => value.max)) * (logY ? 1.5 : 1.15);
  const lowest = logY ? Math.min(...points.map(({ value }) => value.min)) / 1.5 : 0;
  const scale = (value: number) => (logY ? Math.log(value / lowest) / Math.log(highest / lowest) : value / highest);
  const up = (value: number) => HEIGHT - BOTTOM - scale(value) * (HEIGHT - TOP - BOTTOM);
  const n = (value: number) => value.toFixed(1);

  const curve = points.map(({ at, value }) => `${n(across(at))},${n(up(value.median))}`).join(" ");
  const marks = points.flatMap(({ at, value }) => [
    `<path d="M${n(across(at))} ${n(up(value.min))}V${n(up(value.max))}" stroke="${LINE}" opacity=".4"/>`,
    `<circle cx="${n(across(at))}" cy="${n(up(value.median))}" r="3" fill="${LINE}"/>`,
    text(across(at), up(value.max) - 6, readable(value.median), "middle"),
    text(across(at), HEIGHT - BOTTOM + 16, label(at), "middle"),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<path d="M${LEFT} ${TOP - 8}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT + 12}" fill="none" stroke="${INK}"/>`,
    `<text x="${LEFT}" y="18" fill="${INK}" font-size="13" font-weight="bold">${escaped(title)}</text>`,
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x, "middle"),
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle" fill="${INK}">${escaped(y)}</text>`,
    text(LEFT - 6, up(logY ? highest / 1.5 : highest / 1.15) + 4, readable(highest / (logY ? 1.5 : 1.15)), "end"),
    text(LEFT - 6, HEIGHT - BOTTOM + 4, readable(lowest), "end"),
    `<polyline points="${curve}" fill="none" stroke="${LINE}" stroke-width="1.5"/>`,
    ...marks,
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, words: string, anchor: "middle" | "end"): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${INK}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
