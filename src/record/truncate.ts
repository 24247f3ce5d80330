import { isObject, type JsonObject, mapObject } from "./json.js";

/** What STANDARD shows of a long value; 0 means no bound. */
export interface Bounds {
  /** UTF-16 units of one string. */
  readonly maxStringLength: number;
  readonly maxArrayElements: number;
  /** Levels of objects and arrays; the attributes themselves are level 1. */
  readonly maxDepth: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxStringLength: 2000, maxArrayElements: 20, maxDepth: 5 };

export interface Truncated {
  readonly value: JsonObject;
  readonly truncated: boolean;
}

/** Cuts the attributes of an event to what STANDARD shows; what is cut says how much is missing. */
export function truncate(attributes: JsonObject, bounds: Bounds): Truncated {
  let truncated = false;

  const text = (value: string): unknown => {
    const { maxStringLength: most } = bounds;
    if (most <= 0 || value.length <= most) return value;
    truncated = true;
    // Between code points (C1.7): a pair that the bound would split is left out.
    const end = (value.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most;
    return { truncatedString: `${value.slice(0, end)}...`, omittedChars: value.length - end };
  };

  // Elements stand at the level of their list; a list in a list is one level deeper.
  const element = (item: unknown, depth: number): unknown =>
    Array.isArray(item) ? list(item, depth + 1) : any(item, depth);

  const list = (items: readonly unknown[], depth: number): unknown => {
    const { maxArrayElements: most } = bounds;
    if (most <= 0 || items.length <= most) return items.map((item) => element(item, depth));
    truncated = true;
    const kept = items.slice(0, most).map((item) => element(item, depth));
    return { truncatedList: kept, omittedElements: items.length - most };
  };

  const object = (value: JsonObject, depth: number): JsonObject => {
    if (bounds.maxDepth <= 0 || depth < bounds.maxDepth) return mapObject(value, (item) => any(item, depth + 1));
    const scalars = Object.entries(value).filter(([, item]) => !isObject(item) && !Array.isArray(item));
    const shown = Object.fromEntries(scalars.map(([key, item]) => [key, any(item, depth + 1)]));
    const omittedFields = Object.keys(value).length - scalars.length;
    if (omittedFields === 0) return shown;
    truncated = true;
    return { truncatedObject: shown, omittedFields };
  };

  const any = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return list(value, depth);
    return isObject(value) ? object(value, depth) : value;
  };

  const value = object(attributes, 1);
  return { value, truncated };
}
