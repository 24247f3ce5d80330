import { CannotCrossError } from "../model/cannot-cross.js";
import { readJsonExact } from "../model/read-json-exact.js";
import { writeJson } from "../model/write-json.js";

/** The events of a text that is one event, an array of events, or one event a line. */
export function splitEvents(text: string): { readonly events: readonly string[]; readonly isArray: boolean } {
  const whole = readJsonExact(text);
  if (!whole.ok) return { events: text.split("\n").filter((line) => line.trim() !== ""), isArray: false };
  if (!Array.isArray(whole.value)) return { events: [text], isArray: false };
  return { events: whole.value.map(textOf), isArray: true };
}

function textOf(value: unknown): string {
  const written = writeJson(value);
  if (!written.ok) throw new CannotCrossError("An event of the array has no JSON form.");
  return written.text;
}
