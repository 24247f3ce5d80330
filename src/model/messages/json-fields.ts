import { texts } from "../../gen/texts.js";
import type { JsonMap } from "../block.js";
import { Float } from "../float.js";
import { child } from "../problem.js";
import { misshapen } from "./invalid.js";

const MOST_COUNT = 2n ** 63n - 1n;

/** A map that is still bytes; read where it stands among the fields. */
export class UnreadMap {
  readonly read: (path: string) => JsonMap;

  constructor(read: (path: string) => JsonMap) {
    this.read = read;
  }
}

/** Reads the fields of one JSON object strictly: unknown ones are refused where some are known, scalars are not coerced (C5.3). */
export class JsonFields {
  readonly path: string;
  readonly #fields: JsonMap;

  constructor(value: unknown, path: string, known?: readonly string[]) {
    if (!isObject(value)) throw misshapen(path, texts.field_object);
    const unknown = known && Object.keys(value).find((key) => !known.includes(key));
    if (unknown !== undefined) throw misshapen(child(path, unknown), texts.field_unknown);
    this.path = path;
    this.#fields = value;
  }

  at(key: string): string {
    return child(this.path, key);
  }

  /** Undefined where the field is left out. */
  get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  required(key: string): unknown {
    const value = this.get(key);
    if (value === undefined) throw misshapen(this.at(key), texts.field_required);
    return value;
  }

  string(key: string): string {
    return stringAt(this.required(key), this.at(key));
  }

  nonEmpty(key: string): string {
    const text = this.string(key);
    if (text === "") throw misshapen(this.at(key), texts.field_empty);
    return text;
  }

  /** Null where it is null or left out. */
  optionalString(key: string): string | null {
    const value = this.get(key) ?? null;
    return value === null ? null : stringAt(value, this.at(key));
  }

  choice<T extends string>(key: string, choices: readonly T[]): T {
    const text = this.string(key);
    const found = choices.find((one) => one === text);
    if (found === undefined) throw misshapen(this.at(key), texts.field_choice(choices.join(", ")));
    return found;
  }

  /** An ordinary object; {} where it is null or left out. */
  map(key: string): JsonMap {
    const value = this.get(key) ?? null;
    if (value === null) return {};
    if (value instanceof UnreadMap) return value.read(this.at(key));
    if (!isObject(value)) throw misshapen(this.at(key), texts.field_object);
    return value;
  }

  /** Each item of a list that must be there. */
  items<T>(key: string, each: (value: unknown, path: string) => T): readonly T[] {
    const value: unknown = this.required(key);
    if (!Array.isArray(value)) throw misshapen(this.at(key), texts.field_array);
    return value.map((item: unknown, i) => each(item, child(this.at(key), i)));
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

function stringAt(value: unknown, path: string): string {
  if (typeof value !== "string") throw misshapen(path, texts.field_string);
  return value;
}

/** Whether a value is a JSON integer, of any size. */
export function isInteger(value: unknown): value is number | bigint {
  return (
    typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0))
  );
}

/** Whether an integer is at most 2^63-1. */
export function isInt64(value: number | bigint): boolean {
  return BigInt(value) <= MOST_COUNT;
}
