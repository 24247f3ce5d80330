import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { field, list, text } from "./expand.js";
import { ROOT, TESTS } from "./places.js";
import type { Row } from "./rows.js";
import { parse } from "./tree.js";

const AREAS = [
  "outcome",
  "args",
  "numbers",
  "text",
  "bytes",
  "keys",
  "size",
  "uds",
  "lifecycle",
  "cancel",
  "transport",
  "security",
  "schema",
  "observability",
  "parity",
  "mcp",
  "history",
  "ids",
  "usage",
];

/** Public cases of these areas that are neither a row nor put off with a reason; nothing where the cases are not here. */
export function uncovered(rows: readonly Row[]): string[] {
  const shared = join(ROOT, "../shared/cases");
  if (!existsSync(shared)) return [];
  const later = z
    .record(z.string(), z.string().min(1))
    .parse(JSON.parse(readFileSync(join(TESTS, "later.json"), "utf8")));
  const covered = new Set(rows.flatMap(({ cases }) => cases));
  const ids = AREAS.flatMap((area) => {
    const file = join(shared, `${area}.json`);
    return existsSync(file) ? list(parse(readFileSync(file, "utf8"))).map((one) => text(field(one, "id")) ?? "") : [];
  });
  return [
    ...ids
      .filter((id) => !covered.has(id) && later[id] === undefined)
      .map((id) => `later.json: case ${id} has no row and no reason`),
    ...Object.keys(later)
      .filter((id) => covered.has(id))
      .map((id) => `later.json: case ${id} has a row; remove it`),
  ];
}
