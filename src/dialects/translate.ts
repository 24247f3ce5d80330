import type { JsonMap } from "../model/block.js";
import { CannotCrossError } from "../model/cannot-cross.js";
import type { Event } from "../model/event.js";
import { isObject } from "../model/messages/json-fields.js";
import { readJsonExact } from "../model/read-json-exact.js";
import { writeJson } from "../model/write-json.js";
import { dialect as canonical } from "./canonical.js";
import type { Dialect } from "./dialect.js";
import { applied, differences, readDifferences } from "./difference.js";
import { dialect as java03 } from "./flink-agents-0.3/java.js";
import { dialect as python03 } from "./flink-agents-0.3/python.js";
import { dialect as javaTyped } from "./flink-agents-typed/java.js";
import { dialect as pythonTyped } from "./flink-agents-typed/python.js";

const DIALECTS: readonly Dialect[] = [java03, python03, javaTyped, pythonTyped, canonical];
const NOTE = "_toolspan";

/** The names of every dialect. */
export const DIALECT_NAMES: readonly string[] = DIALECTS.map(({ name }) => name);

/** An event's JSON text in another dialect; throws CannotCrossError with the name of what has no form there. */
export function translate(text: string, from: string, to: string): string {
  return writeEvent(readEvent(text, from), to);
}

/** The event that JSON text of a dialect holds. */
export function readEvent(text: string, from: string): Event {
  const dialect = dialectOf(from);
  const read = readJsonExact(text);
  if (!read.ok) throw new CannotCrossError(`The event ${read.problem.reason}.`);
  const source = read.value;
  if (!isObject(source) || typeof source["type"] !== "string" || typeof source["id"] !== "string") {
    throw new CannotCrossError("An event is a JSON object with the strings id and type.");
  }
  const { [NOTE]: note, ...attributes } = isObject(source["attributes"]) ? source["attributes"] : {};
  if (note !== undefined && !isObject(note)) {
    throw new CannotCrossError(
      "The attribute _toolspan is kept for what a dialect has no form for; it must be an object.",
    );
  }
  const notes = note ?? {};
  const up = canonicalOf({ ...source, attributes }, dialect);
  const whole = applied(up, readDifferences(notes["lost"]));
  const { lost: _, ...kept } = notes;
  const made = documentOf(isObject(whole) ? whole : up, dialect);
  const habits = differences(made, { ...source, attributes });
  const more = habits.length === 0 ? kept : { ...kept, [dialect.name]: habits };
  return eventOf(isObject(whole) ? whole : up, more);
}

/** The event's JSON text in a dialect. */
export function writeEvent(event: Event, to: string): string {
  const dialect = dialectOf(to);
  const { [NOTE]: note, ...attributes } = event.attributes;
  const { [dialect.name]: own, ...notes } = isObject(note) ? note : {};
  const whole: JsonMap = {
    id: event.id,
    type: event.type,
    attributes,
    ...(event.upstreamEventId === null ? {} : { upstreamEventId: event.upstreamEventId }),
    ...(event.upstreamActionName === null ? {} : { upstreamActionName: event.upstreamActionName }),
    ...event.extra,
  };
  refuseRowSchema(attributes["output_schema"], dialect);
  const made = applied(documentOf(whole, dialect), readDifferences(own)) as JsonMap;
  const lost = differences(canonicalOf(made, dialect), whole);
  const kept = lost.length === 0 ? notes : { ...notes, lost };
  const body =
    Object.keys(kept).length === 0 ? made["attributes"] : { ...(made["attributes"] as JsonMap), [NOTE]: kept };
  const { id, type, attributes: _, ...rest } = made;
  const fields: JsonMap = { id, type, attributes: body };
  const ordered = Object.fromEntries(dialect.order.map((key) => [key, fields[key]]));
  const written = writeJson({ ...ordered, ...rest });
  if (!written.ok) throw new CannotCrossError(written.problems.map(({ reason }) => reason).join("; "));
  return written.text;
}

function canonicalOf(source: JsonMap, dialect: Dialect): JsonMap {
  const attributes = source["attributes"];
  const { upstream_event_id: id, upstream_action_name: action, ...rest } = source;
  return {
    ...rest,
    ...(id === undefined ? {} : { upstreamEventId: id }),
    ...(action === undefined ? {} : { upstreamActionName: action }),
    attributes: isObject(attributes) ? dialect.up(String(source["type"]), attributes) : attributes,
  };
}

function documentOf(whole: JsonMap, dialect: Dialect): JsonMap {
  const { id, type, attributes, upstreamEventId, upstreamActionName, ...extra } = whole;
  return {
    id,
    type,
    attributes: dialect.down(String(type), isObject(attributes) ? attributes : {}),
    ...(upstreamEventId === undefined ? {} : { upstreamEventId }),
    ...(upstreamActionName === undefined ? {} : { upstreamActionName }),
    ...taken(extra, dialect),
  };
}

function taken(extra: JsonMap, { takes }: Dialect): JsonMap {
  if (takes === "any") return extra;
  return Object.fromEntries(Object.entries(extra).filter(([key]) => takes.includes(key)));
}

function eventOf(whole: JsonMap, notes: JsonMap): Event {
  const { id, type, attributes, upstreamEventId, upstreamActionName, ...extra } = whole;
  const body = isObject(attributes) ? attributes : {};
  return {
    id: String(id),
    type: String(type),
    attributes: Object.keys(notes).length === 0 ? body : { ...body, [NOTE]: notes },
    upstreamEventId: typeof upstreamEventId === "string" ? upstreamEventId : null,
    upstreamActionName: typeof upstreamActionName === "string" ? upstreamActionName : null,
    extra,
  };
}

function refuseRowSchema(schema: unknown, { name }: Dialect): void {
  if (!isObject(schema)) return;
  // Python's class writes it under a key of its own (golden chat_request_row_schema_of_python).
  const row = isObject(schema["output_schema"]) ? schema["output_schema"] : schema;
  const isForeign = (name.endsWith("/python") && "fieldNames" in row) || (name.endsWith("/java") && "names" in row);
  if (isForeign) throw new CannotCrossError(`The row-type output_schema of the event cannot cross to ${name}.`);
}

function dialectOf(name: string): Dialect {
  const found = DIALECTS.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`There is no dialect ${name}; known are ${DIALECT_NAMES.join(", ")}.`);
  return found;
}
