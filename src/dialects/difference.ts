import type { JsonMap } from "../model/block.js";
import { Float } from "../model/float.js";
import { isObject } from "../model/messages/json-fields.js";
import { setOwn } from "../model/read-json.js";

/** One place where two JSON values differ; a side that has nothing there leaves its key out. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly was?: unknown;
  readonly is?: unknown;
}

const ABSENT = Symbol("absent");

/** Whether two JSON values are the same; `1` and `1.0` are not. */
export function isSame(a: unknown, b: unknown): boolean {
  return differences(a, b).length === 0;
}

/** Every place where `is` differs from `was`, as deep as the two have one shape. */
export function differences(was: unknown, is: unknown, path: Difference["path"] = []): Difference[] {
  if (isObject(was) && isObject(is)) {
    const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...keys].flatMap((key) => differences(at(was, key), at(is, key), [...path, key]));
  }
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    return was.flatMap((item: unknown, i) => differences(item, is[i], [...path, i]));
  }
  if (isSameScalar(was, is)) return [];
  return [{ path, ...(was === ABSENT ? {} : { was }), ...(is === ABSENT ? {} : { is }) }];
}

/** The value with each difference made again, but for those whose place has changed since. */
export function applied(value: unknown, changes: readonly Difference[]): unknown {
  return changes.reduce((now, change) => change1(now, change, change.path), value);
}

/** The differences in JSON, or none where the value is no such list. */
export function readDifferences(value: unknown): readonly Difference[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one: unknown): one is Difference & JsonMap => isObject(one) && Array.isArray(one["path"]));
}

function change1(now: unknown, change: Difference, [key, ...rest]: Difference["path"]): unknown {
  if (key === undefined) {
    const was = "was" in change ? change.was : ABSENT;
    return isSame(now, was) ? ("is" in change ? change.is : ABSENT) : now;
  }
  if (Array.isArray(now)) {
    return now.map((item: unknown, i) => (i === key ? change1(item, change, rest) : item));
  }
  if (!isObject(now)) return now;
  const next = change1(at(now, String(key)), change, rest);
  const copy = {};
  for (const [name, item] of Object.entries(now)) {
    const value = name === key ? next : item;
    if (value !== ABSENT) setOwn(copy, name, value);
  }
  if (!Object.hasOwn(now, String(key)) && next !== ABSENT) setOwn(copy, String(key), next);
  return copy;
}

function at(value: JsonMap, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : ABSENT;
}

function isSameScalar(a: unknown, b: unknown): boolean {
  if (a instanceof Float && b instanceof Float) return Object.is(a.value, b.value);
  return Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0);
}
