import * as z from "zod";
import { child, type Problem } from "../model/problem.js";
import { setOwn } from "../model/read-json.js";
import { after, type Soon } from "./attempt.js";

export type Delivered =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const MOST_ROUNDS = 8;

/**
 * Reads a JSON value as the type that a zod schema asks for. Where zod wants a bigint or a Date, the integer or RFC 3339
 * text that JSON has in its place is turned into one; an integer outside the safe range becomes a number only where that
 * is exact.
 */
export function deliver(schema: z.ZodType, value: unknown): Soon<Delivered> {
  return round(schema, value, 1);
}

function round(schema: z.ZodType, value: unknown, number: number): Soon<Delivered> {
  return after(parse(schema, value), (parsed): Soon<Delivered> => {
    if (parsed.success) return { ok: true, value: keepProto(schema, value, parsed.data) };
    const changes = number < MOST_ROUNDS ? changesFor(parsed.error.issues, value, []) : [];
    if (changes.length === 0) return { ok: false, problems: problemsOf(parsed.error.issues, []) };
    const changed = changes.reduce((current, { path, to }) => setAt(current, path, to), value);
    return round(schema, changed, number + 1);
  });
}

const asynchronous = new WeakSet<z.ZodType>();

function parse(schema: z.ZodType, value: unknown): Soon<z.ZodSafeParseResult<unknown>> {
  if (asynchronous.has(schema)) return schema.safeParseAsync(value);
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) throw error;
    asynchronous.add(schema);
    return schema.safeParseAsync(value);
  }
}

interface Change {
  readonly path: Path;
  readonly to: unknown;
}

function changesFor(issues: readonly Issue[], root: unknown, base: Path): Change[] {
  return issues.flatMap((issue): Change[] => {
    const path = [...base, ...issue.path];
    if (issue.code === "invalid_type") {
      const to = converted(issue.expected, getAt(root, path));
      return to === undefined ? [] : [{ path, to }];
    }
    if (issue.code !== "invalid_union") return [];
    for (const branch of issue.errors) {
      const changes = changesFor(branch, root, path);
      if (changes.length === branch.length && changes.length > 0) return changes;
    }
    return [];
  });
}

function converted(expected: string, value: unknown): unknown {
  if (expected === "bigint" && typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if ((expected === "number" || expected === "int") && typeof value === "bigint") {
    const number = Number(value);
    return Number.isFinite(number) && BigInt(number) === value ? number : undefined;
  }
  if (expected === "date" && typeof value === "string" && RFC_3339.test(value)) {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return undefined;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

function problemsOf(issues: readonly Issue[], base: Path): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = [...base, ...issue.path].reduce<string>(
      (pointer, key) => child(pointer, typeof key === "number" ? key : String(key)),
      "",
    );
    const reason = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
    return [{ path, reason: `is refused: ${reason}` }];
  });
}

function getAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === "object" && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}

function setAt(root: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof root !== "object" || root === null) return to;
  const copy: object = Array.isArray(root) ? [...root] : copyOf(root);
  setOwn(copy, String(key), setAt((root as Record<PropertyKey, unknown>)[key], rest, to));
  return copy;
}

function copyOf(source: object): object {
  const copy = {};
  for (const [key, item] of Object.entries(source)) setOwn(copy, key, item);
  return copy;
}

// zod's records and loose objects drop an own `__proto__`; what the schema has room for is put back (C1.9).
function keepProto(schema: z.core.$ZodType, input: unknown, output: unknown): unknown {
  if (typeof input !== "object" || input === null || typeof output !== "object" || output === null) return output;
  const def = schema._zod.def as unknown as {
    type: string;
    shape?: Record<string, z.core.$ZodType>;
    catchall?: z.core.$ZodType;
    valueType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    innerType?: z.core.$ZodType;
  };
  if (def.innerType !== undefined) return keepProto(def.innerType, input, output);
  if (def.type === "array" && def.element !== undefined && Array.isArray(input) && Array.isArray(output)) {
    for (const [i, item] of input.entries()) keepProto(def.element, item, output[i]);
    return output;
  }
  if (def.type !== "object" && def.type !== "record") return output;
  const open = def.type === "record" ? def.valueType : def.catchall;
  if (open !== undefined && open._zod.def.type !== "never" && Object.hasOwn(input, "__proto__")) {
    if (!Object.hasOwn(output, "__proto__")) {
      setOwn(output, "__proto__", Object.getOwnPropertyDescriptor(input, "__proto__")?.value);
    }
  }
  for (const [key, item] of Object.entries(input)) {
    const inner = def.shape !== undefined && Object.hasOwn(def.shape, key) ? def.shape[key] : open;
    if (inner !== undefined && key !== "__proto__") keepProto(inner, item, (output as Record<string, unknown>)[key]);
  }
  return output;
}
