import type { JsonMap } from "../model/block.js";

/** What sets one dialect of events apart; all of it pure, on plain JSON values. */
export interface Dialect {
  readonly name: string;
  /** The attributes of an event of a type, in canonical form. */
  up(type: string, attributes: JsonMap): JsonMap;
  /** The other way; throws CannotCrossError where there is no form. */
  down(type: string, attributes: JsonMap): JsonMap;
  /** The top-level fields that the dialect's own reader takes beside those that every event may have. */
  readonly takes: "any" | readonly string[];
  /** The order of the three fields that every event has. */
  readonly order: readonly ("id" | "type" | "attributes")[];
}
