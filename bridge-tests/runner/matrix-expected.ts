import { field, text } from "./expand.js";
import type { MatrixHost } from "./matrix-hosts.js";
import type { Row } from "./rows.js";
import type { Language } from "./testee.js";
import type { Tree } from "./tree.js";

const FAMILIES = ["tools", "mcp", "load_skill"] as const satisfies readonly MatrixHost["family"][];

/** Why a row leaves out a place; null where it does not. */
export function leftOut({ body }: Row, { family }: MatrixHost): string | null {
  return text(field(body.get("without"), family)) ?? null;
}

/** Throws where a row leaves out what is no kind of place, or gives no reason. */
export function checkReasons(rows: readonly Row[]): void {
  for (const { name, body } of rows) {
    const without = body.get("without") ?? new Map<string, Tree>();
    if (!(without instanceof Map)) throw new Error(`row ${name}: "without" is no object`);
    for (const [family, reason] of without) {
      if (!FAMILIES.some((one) => one === family))
        throw new Error(`row ${name} leaves out ${family}, which is nothing`);
      if (typeof reason !== "string" || reason === "")
        throw new Error(`row ${name} leaves out ${family} for no reason`);
    }
  }
}

/**
 * What a row expects of a place and a caller: `{"$host": {…}}` says what differs by name, language or family of the place,
 * `{"$caller": {…}}` by caller; `$TOOL` is the name as called. Throws where there is no expectation, for which a row needs a reason.
 */
export function expectedOf(tree: Tree, host: MatrixHost, tool: string, caller: Language): Tree {
  const within = (item: Tree): Tree => expectedOf(item, host, tool, caller);
  if (typeof tree === "string") return tree.replaceAll("$TOOL", tool);
  if (Array.isArray(tree)) return tree.map(within);
  if (!(tree instanceof Map)) return tree;
  const [place, who] = [tree.get("$host"), tree.get("$caller")];
  if (place !== undefined) return within(chosen(place, [host.name, host.language, host.family]));
  if (who !== undefined) return within(chosen(who, [caller, "others"]));
  return new Map([...tree].map(([key, item]) => [key, within(item)]));
}

function chosen(choices: Tree, keys: readonly string[]): Tree {
  for (const key of keys) {
    const choice = field(choices, key);
    if (choice !== undefined) return choice;
  }
  throw new Error(`the row has neither an expectation nor a reason to leave out ${keys[0]}`);
}
