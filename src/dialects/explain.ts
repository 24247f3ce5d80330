import { child } from "../model/problem.js";
import { readJsonExact } from "../model/read-json-exact.js";
import { writeJson } from "../model/write-json.js";
import { differences } from "./difference.js";

/** What changed between two JSON texts, a line a place: its pointer, what was there and what is. */
export function changesBetween(before: string, after: string): string[] {
  return differences(readText(before), readText(after)).map((change) => {
    const was = "was" in change ? textOf(change.was) : "nothing";
    const is = "is" in change ? textOf(change.is) : "nothing";
    return `${change.path.reduce<string>(child, "")}: ${was} -> ${is}`;
  });
}

function readText(text: string): unknown {
  const read = readJsonExact(text);
  return read.ok ? read.value : text;
}

function textOf(value: unknown): string {
  const written = writeJson(value);
  return written.ok ? written.text : "?";
}
