import { type Document, isMap, isNode, isPair, isScalar, type LineCounter, type Node } from "yaml";
import type { z } from "zod";
import { nearest } from "./nearest.js";

/** One thing that is wrong in a configuration file. */
export interface Mistake {
  readonly line: number;
  /** Such as tools[0].file; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** All mistakes as a person reads them, each with its line and path. */
export function mistakeText(file: string, mistakes: readonly Mistake[]): string {
  return mistakes.map((m) => `${file}:${m.line}: ${m.path === "" ? "" : `${m.path}: `}${m.message}`).join("\n");
}

/** A mistake at a place of the document. */
export function mistakeAt(document: Document, lines: LineCounter, path: Path, message: string): Mistake {
  return { line: lineOf(document, lines, path), path: pathText(path), message };
}

/** What zod found, with places, what stands there, and the nearest known key for an unknown one. */
export function mistakesOf(
  issues: readonly Issue[],
  document: Document,
  lines: LineCounter,
  known: KnownKeys,
): Mistake[] {
  return issues.flatMap((issue) => issueMistakes(issue, [], document, lines, known)).sort((a, b) => a.line - b.line);
}

/** The keys that may stand at a path. */
export type KnownKeys = (path: Path) => readonly string[];

function issueMistakes(issue: Issue, above: Path, document: Document, lines: LineCounter, known: KnownKeys): Mistake[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    const keys = known(path);
    return issue.keys.map((key) => {
      const near = nearest(key, keys);
      const hint = near === undefined ? `known here: ${keys.join(", ")}` : `did you mean ${near}?`;
      return mistakeAt(document, lines, [...path, key], `unknown key; ${hint}`);
    });
  }
  // Where a value of this kind is one of the choices, what is wrong inside it says more than the choice.
  if (issue.code === "invalid_union") {
    const deeper = issue.errors.find(
      (choice) => choice.length > 0 && choice.every((i) => i.path.length > 0 || i.code === "unrecognized_keys"),
    );
    if (deeper !== undefined) return deeper.flatMap((inner) => issueMistakes(inner, path, document, lines, known));
  }
  const found = foundText(document.getIn(path));
  return [mistakeAt(document, lines, path, `expected ${expectedText(issue)}, found ${found}`)];
}

function expectedText(issue: Issue): string {
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return issue.expected === "object" || issue.expected === "record" ? "a mapping" : `a ${issue.expected}`;
  }
  return issue.message;
}

function foundText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function pathText(path: Path): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`)).join("");
}

// The line of the nearest thing that is there: a missing key is reported where it should stand.
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
      if (pair === undefined) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else {
      node =
        document.contents && isNode(node) && "get" in node
          ? (node as Node & { get(k: unknown, keep: true): unknown }).get(key, true)
          : undefined;
      offset = startOf(node) ?? offset;
    }
  }
  return lines.linePos(offset).line || 1;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
