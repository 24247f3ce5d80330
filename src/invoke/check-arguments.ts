import type { ErrorObject } from "ajv/dist/2020.js";
import { texts } from "../gen/texts.js";
import type { Payload } from "../model/payload.js";
import type { Problem } from "../model/problem.js";
import { isTooDeep, MAX_DEPTH, textOf } from "../model/read-json.js";
import { type Edit, editJson, mergeJson } from "./edit-arguments.js";
import type { Hidden } from "./hidden.js";
import { problemsOf, type SchemaCheck } from "./schema-check.js";

export type CheckedArguments =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** The caller's own arguments are at fault, which no model can repair. */
      readonly areInjected?: boolean;
    };

/** What arguments are checked against. */
export interface ArgumentChecks {
  readonly input: SchemaCheck;
  /** What models neither see nor give; null where there is nothing of the kind. */
  readonly hidden: Hidden | null;
}

/** Checks arguments once, before the tool runs, and repairs what may be repaired (C1.8, C2.12, C3.3). */
export function checkArguments(
  args: Payload | null,
  injected: Payload | null,
  { input, hidden }: ArgumentChecks,
): CheckedArguments {
  const given = objectText(args);
  if (!given.ok) return given;
  if (injected === null && hidden === null) return checked(given, input);
  const extra = objectText(injected);
  if (!extra.ok) return { ...extra, areInjected: true };
  if (hidden === null) return checked(readAgain(mergeJson(given.text, extra.text)), input);
  const own = hidden.part(extra.text);
  const visible = checked(readAgain(mergeJson(hidden.without(given.text), own.visible)), input);
  if (!visible.ok || hidden.check === null) return visible;
  const secret = checked(readAgain(own.hidden), hidden.check);
  if (!secret.ok) return { ...secret, areInjected: true };
  return { ok: true, text: mergeJson(visible.text, secret.text) };
}

function readAgain(text: string): Readable {
  return { ok: true, text, value: JSON.parse(text) };
}

function checked({ text, value }: Readable, schema: SchemaCheck): CheckedArguments {
  const errors = schema.check(value);
  if (errors.length === 0) return { ok: true, text };
  const edits = repairs(value, errors, schema.required);
  if (edits.length === 0) return { ok: false, problems: problemsOf(errors) };
  const repaired = editJson(text, edits);
  const left = schema.check(JSON.parse(repaired));
  return left.length === 0 ? { ok: true, text: repaired } : { ok: false, problems: problemsOf(left) };
}

interface Readable {
  readonly ok: true;
  readonly text: string;
  readonly value: unknown;
}

type ObjectText = Readable | { readonly ok: false; readonly problems: readonly Problem[] };

function refuse(reason: string): Extract<ObjectText, { ok: false }> {
  return { ok: false, problems: [{ path: "", reason }] };
}

// Empty text, white space and null mean {}; a JSON string that holds an object is that object (C1.8).
function objectText(args: Payload | null): ObjectText {
  if (args === null) return { ok: true, text: "{}", value: {} };
  if (args.mediaType !== "") return refuse(texts.not_an_object);
  const decoded = textOf(args.data);
  if (!decoded.ok) return { ok: false, problems: [decoded.problem] };
  const outer = parseObject(decoded.text);
  if (!outer.ok || typeof outer.value !== "string") return asObject(outer);
  return asObject(parseObject(outer.value));
}

function parseObject(text: string): ObjectText {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "null") return { ok: true, text: "{}", value: {} };
  if (isTooDeep(text)) return refuse(texts.too_deep(MAX_DEPTH));
  try {
    return { ok: true, text, value: JSON.parse(text) };
  } catch {
    return refuse(texts.not_json);
  }
}

function asObject(parsed: ObjectText): ObjectText {
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? parsed : refuse(texts.not_an_object);
}

const COMPOSED = new Set(["type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "if"]);

function repairs(value: unknown, errors: readonly ErrorObject[], required: ReadonlySet<string>): Edit[] {
  const byPlace = new Map<string, ErrorObject[]>();
  for (const error of errors) byPlace.set(error.instancePath, [...(byPlace.get(error.instancePath) ?? []), error]);
  const edits: Edit[] = [];
  for (const [pointer, there] of byPlace) {
    const path = pointer
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const found = valueAt(value, path);
    if (found === null && path.length === 1 && !required.has(path[0] ?? "")) {
      edits.push({ path, text: null });
    } else if (typeof found === "string" && there.every((e) => COMPOSED.has(e.keyword))) {
      const wanted = there.flatMap((e) => (e.keyword === "type" ? [e.params["type"]].flat() : []));
      const text = containerText(found, wanted);
      if (text !== undefined) edits.push({ path, text });
    }
  }
  return edits;
}

function containerText(text: string, wanted: readonly unknown[]): string | undefined {
  if (!wanted.includes("object") && !wanted.includes("array")) return undefined;
  if (isTooDeep(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    return wanted.includes(Array.isArray(parsed) ? "array" : "object") ? text : undefined;
  } catch {
    return undefined;
  }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === "object" && node !== null ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined,
    root,
  );
}
