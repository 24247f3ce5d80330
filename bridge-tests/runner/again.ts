import { field, list, text } from "./expand.js";
import { type Row, readRows } from "./rows.js";
import type { Language } from "./testee.js";
import type { TreeMap } from "./tree.js";

/** The rows that a row plays again, over another transport: those of its areas that need no sidecar of their own. */
export function rowsAgain(row: Row, language: Language): { readonly transport: string; readonly rows: readonly Row[] } {
  const again = row.body.get("again");
  const areas = list(field(again, "areas")).map(String);
  const without = list(field(again, "without")).map(String);
  const rows = readRows().filter(
    ({ name, area, alone, languages, body }) =>
      areas.includes(area) && !without.includes(name) && !alone && languages.includes(language) && isCall(body),
  );
  if (rows.length === 0) throw new Error(`row ${row.name} plays no row again`);
  return { transport: text(field(again, "transport")) ?? "", rows };
}

function isCall(body: TreeMap): boolean {
  return !body.has("scenario") && !body.has("wire") && !body.has("again");
}
