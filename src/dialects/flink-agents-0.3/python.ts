import type { Dialect } from "../dialect.js";
import { attributesDown, attributesUp, type Habits } from "./events.js";

const HABITS: Habits = { link: "external_id", language: "python" };

/** Events as the Python runtime of Flink Agents 0.3 has them. */
export const dialect: Dialect = {
  name: "flink-agents-0.3/python",
  up: (type, attributes) => attributesUp(type, attributes, HABITS),
  down: (type, attributes) => attributesDown(type, attributes, HABITS),
  takes: "any",
  order: ["id", "type", "attributes"],
};
