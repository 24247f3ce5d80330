import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./places.js";
import type { Row } from "./rows.js";

const FILE = "docs/contract.md";
// A promise goes from its number in bold to the next one, or to the end of its paragraph.
const PART = /(?=\*\*[AC]\d)|\n\n|\n#/;

/** What docs/contract.md only claims: a row or file that is not there, a promise without either, and numbers of rows that it lacks. */
export function unshown(rows: readonly Row[], contract = readFileSync(join(ROOT, FILE), "utf8")): string[] {
  const names = new Set(rows.map(({ name }) => name));
  const promises = contract.split(PART).flatMap((part) => {
    const number = /^\*\*([AC][\d.]+)\*\*/.exec(part)?.[1];
    return number === undefined ? [] : [{ number, paths: pathsIn(part) }];
  });
  const numbers = new Set(promises.map(({ number }) => number));
  return [
    ...pathsIn(contract)
      .filter((path) => !names.has(path) && !isFile(path))
      .map((path) => `${FILE}: ${path} is neither a row nor a file`),
    ...promises
      .filter(({ paths }) => !paths.some((path) => names.has(path) || (path.startsWith("scripts/") && isFile(path))))
      .map(({ number }) => `${FILE}: ${number} has neither rows nor a script`),
    ...rows.flatMap(({ name, why }) =>
      (why.match(/\b[AC]\d+(?:\.\d+)?\b/g) ?? [])
        .filter((number) => !numbers.has(number))
        .map((number) => `${FILE}: ${number}, of row ${name}, is no promise`),
    ),
  ];
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+\/[^`\s]+)`/g)].map(([, path = ""]) => path);
}

function isFile(path: string): boolean {
  return existsSync(join(ROOT, path));
}
