import { randomUUID } from "node:crypto";
import { texts } from "../../gen/texts.js";
import type { JsonMap } from "../block.js";
import type { Event } from "../event.js";
import { parsed } from "../messages/from-json.js";
import { misshapen } from "../messages/invalid.js";
import { JsonFields } from "../messages/json-fields.js";
import { canonicalJson, jsonText } from "../messages/to-json.js";
import { setOwn } from "../read-json.js";
import { placed, requiredMap } from "./fields.js";
import { READERS } from "./read.js";
import { type TypedEvent, typeOf } from "./typed-event.js";
import { attributesValue } from "./write.js";

const OWN = ["id", "type", "attributes", "upstreamEventId", "upstreamActionName"];

/** What a new event may say beside its attributes; without an id it gets a random UUID. */
export type EventFacts = Partial<Pick<Event, "id" | "upstreamEventId" | "upstreamActionName">>;

/** Reads the canonical JSON text of any event; throws InvalidMessageError at the first thing that is wrong (C7.1). */
export function eventFromJson(text: string): Event {
  const value = parsed(text);
  const fields = new JsonFields(value, "");
  const extra = {};
  for (const [key, item] of Object.entries(value as JsonMap)) if (!OWN.includes(key)) setOwn(extra, key, item);
  return {
    id: fields.string("id"),
    type: fields.string("type"),
    attributes: requiredMap(fields, "attributes"),
    upstreamEventId: fields.optionalString("upstreamEventId"),
    upstreamActionName: fields.optionalString("upstreamActionName"),
    extra,
  };
}

/** The canonical JSON text of an event: with every attribute and top-level field, known or not (C7.1, C7.2). */
export function eventJson(event: Event): string {
  checkExtra(event);
  const { id, type, attributes, upstreamEventId, upstreamActionName, extra } = event;
  const value = { id, type, attributes };
  if (upstreamEventId !== null) setOwn(value, "upstreamEventId", upstreamEventId);
  if (upstreamActionName !== null) setOwn(value, "upstreamActionName", upstreamActionName);
  for (const [key, item] of Object.entries(extra)) setOwn(value, key, item);
  return canonicalJson(value);
}

/** Refuses fields of `extra` that every event has of its own. */
export function checkExtra({ extra }: Event): void {
  const own = OWN.find((key) => Object.hasOwn(extra, key));
  if (own !== undefined) throw misshapen(`/extra/${own}`, texts.field_reserved);
}

/**
 * The known attributes of an event, typed; an event of a type that is not known is a custom one.
 * @throws InvalidMessageError at the first known attribute that is wrong, with its JSON pointer in `path` and text
 */
export function typedEvent(event: Event): TypedEvent {
  const read = READERS.get(event.type);
  if (read === undefined) return { kind: "custom", type: event.type, attributes: event.attributes };
  return placed(() => read(new JsonFields(event.attributes, "/attributes")));
}

/** A new event of typed attributes; throws InvalidMessageError where they break a rule or have no JSON form. */
export function eventOf(typed: TypedEvent, facts: EventFacts = {}): Event {
  const { id = randomUUID(), upstreamEventId = null, upstreamActionName = null } = facts;
  const event = {
    id,
    type: typeOf(typed),
    attributes: ordinary(typed),
    upstreamEventId,
    upstreamActionName,
    extra: {},
  };
  typedEvent(event);
  return event;
}

/** The event with its known attributes as `typed` has them: those that are the same, and all that is not known, stay as they are. */
export function withTyped(event: Event, typed: TypedEvent): Event {
  if (typeOf(typed) !== event.type) throw misshapen("/type", texts.field_choice(typeOf(typed)));
  const is = ordinary(typed);
  if (typed.kind === "custom") return { ...event, attributes: is };
  const was = ordinary(typedEvent(event));
  const attributes = {};
  for (const [key, item] of Object.entries(event.attributes)) {
    if (isSame(was, is, key)) setOwn(attributes, key, item);
    else if (Object.hasOwn(is, key)) setOwn(attributes, key, is[key]);
  }
  for (const key of Object.keys(is)) {
    if (!Object.hasOwn(event.attributes, key) && !isSame(was, is, key)) setOwn(attributes, key, is[key]);
  }
  const changed = { ...event, attributes };
  typedEvent(changed);
  return changed;
}

function isSame(was: JsonMap, is: JsonMap, key: string): boolean {
  const text = (map: JsonMap): string | null => (Object.hasOwn(map, key) ? canonicalJson({ value: map[key] }) : null);
  return text(was) === text(is);
}

// As if it had been read: what was made anew has the kinds of values that reading gives.
function ordinary(typed: TypedEvent): JsonMap {
  return parsed(jsonText(attributesValue(typed), "/attributes")) as JsonMap;
}
