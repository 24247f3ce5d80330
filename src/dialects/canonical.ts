import type { Dialect } from "./dialect.js";

/** Our own JSON of events, through which every translation goes. */
export const dialect: Dialect = {
  name: "canonical",
  up: (_, attributes) => attributes,
  down: (_, attributes) => attributes,
  takes: "any",
  order: ["id", "type", "attributes"],
};
