import { texts } from "../../gen/texts.js";
import type { JsonMap } from "../block.js";
import { Float } from "../float.js";
import { InvalidMessageError, misshapen } from "../messages/invalid.js";
import { isInt64, isInteger, isObject, type JsonFields } from "../messages/json-fields.js";
import { child } from "../problem.js";
import type { JsonNumber } from "./typed-event.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function uuidOf(fields: JsonFields, key: string): string {
  const text = fields.string(key);
  if (!UUID.test(text)) throw misshapen(fields.at(key), texts.field_uuid);
  return text;
}

export function booleanAt(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw misshapen(path, texts.field_boolean);
  return value;
}

/** An integer from 0; `otherwise` where the field is null or left out. */
export function countOf<T>(fields: JsonFields, key: string, otherwise: T): number | bigint | T {
  const value = fields.get(key) ?? null;
  return value === null ? otherwise : countAt(value, fields.at(key));
}

export function countAt(value: unknown, path: string): number | bigint {
  if (!isInteger(value) || value < 0 || !isInt64(value)) throw misshapen(path, texts.field_size);
  return value;
}

export function numberAt(value: unknown, path: string): JsonNumber {
  if (typeof value !== "number" && typeof value !== "bigint" && !(value instanceof Float)) {
    throw misshapen(path, texts.field_number);
  }
  return value;
}

/** A string or null. */
export function textAt(value: unknown, path: string): string | null {
  if (value !== null && typeof value !== "string") throw misshapen(path, texts.field_string);
  return value;
}

/** An object that must be there. */
export function requiredMap(fields: JsonFields, key: string): JsonMap {
  fields.required(key);
  return mapAt(fields.get(key), fields.at(key));
}

/** Each value of an object, in order. */
export function entriesOf<T>(map: JsonMap, path: string, each: (value: unknown, path: string) => T): Map<string, T> {
  return new Map(Object.entries(map).map(([key, value]) => [key, each(value, child(path, key))]));
}

/** Each item of a list; [] where it is null or left out. */
export function optionalItems<T>(
  fields: JsonFields,
  key: string,
  each: (value: unknown, path: string) => T,
): readonly T[] {
  return (fields.get(key) ?? null) === null ? [] : fields.items(key, each);
}

/** What a reader makes; the text of a rule that a part breaks gets its place (C7.1). */
export function placed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidMessageError) || error.message.startsWith(`${error.path} `)) throw error;
    throw new InvalidMessageError(error.path, texts.event_part(error.path, error.message));
  }
}

function mapAt(value: unknown, path: string): JsonMap {
  if (!isObject(value)) throw misshapen(path, texts.field_object);
  return value;
}
