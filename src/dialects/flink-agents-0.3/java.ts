import type { Dialect } from "../dialect.js";
import { attributesDown, attributesUp, type Habits } from "./events.js";

const HABITS: Habits = { link: "externalId", language: "java" };

/** Events as the Java runtime of Flink Agents 0.3 has them. */
export const dialect: Dialect = {
  name: "flink-agents-0.3/java",
  up: (type, attributes) => attributesUp(type, attributes, HABITS),
  down: (type, attributes) => attributesDown(type, attributes, HABITS),
  takes: [],
  order: ["id", "attributes", "type"],
};
