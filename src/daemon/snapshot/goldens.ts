import { splitEvents } from "../../dialects/split-events.js";
import { DIALECT_NAMES, translate } from "../../dialects/translate.js";
import { CannotCrossError } from "../../model/cannot-cross.js";
import { indented } from "../../model/json-tokens.js";
import { fullName, type ToolSpec } from "../../model/spec.js";
import { specJson } from "../commands/tool-table.js";

/** The files of a snapshot by name; their text is the same for the same tools and events, wherever it is written. */
export type Goldens = ReadonlyMap<string, string>;

/** The goldens of a list of tools. */
export function toolGoldens(specs: readonly ToolSpec[]): Goldens {
  const members = specs.map((spec) => `${JSON.stringify(fullName(spec))}:${specJson(spec)}`);
  return new Map([["tools.json", indented(`{${members.join(",")}}`)]]);
}

/** The goldens of events of one dialect: each of them in every dialect, or why it cannot cross. */
export function eventGoldens(text: string, from: string): Goldens {
  const events = splitEvents(text).events.map((event) => {
    const members = DIALECT_NAMES.map((to) => `${JSON.stringify(to)}:${inDialect(event, from, to)}`);
    return `{${members.join(",")}}`;
  });
  return new Map([["events.json", indented(`[${events.join(",")}]`)]]);
}

function inDialect(event: string, from: string, to: string): string {
  try {
    // The dialect that it came in is gone through as well, so that what has no meaning there is seen.
    return translate(event, from, to);
  } catch (error) {
    if (!(error instanceof CannotCrossError) || to === from) throw error;
    return JSON.stringify({ cannot_cross: error.message });
  }
}
