/** A JSON object as readers of it see it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is what JSON calls an object; numbers that are marked as floats are not. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An object of the same keys, `__proto__` among them (C1.9), with each value mapped. */
export function mapObject(object: JsonObject, map: (value: unknown, key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
