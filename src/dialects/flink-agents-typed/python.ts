import type { Dialect } from "../dialect.js";
import { attributesDown, attributesUp } from "./events.js";

/** Events as the Python runtime of Flink Agents has them with typed blocks. */
export const dialect: Dialect = {
  name: "flink-agents-typed/python",
  up: attributesUp,
  down: (type, attributes) => attributesDown(type, attributes, "python"),
  takes: "any",
  order: ["id", "type", "attributes"],
};
