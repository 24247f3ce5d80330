import type { Dialect } from "../dialect.js";
import { attributesDown, attributesUp } from "./events.js";

/** Events as the Java runtime of Flink Agents has them with typed blocks. */
export const dialect: Dialect = {
  name: "flink-agents-typed/java",
  up: attributesUp,
  down: (type, attributes) => attributesDown(type, attributes, "java"),
  takes: ["attachments"],
  order: ["id", "attributes", "type"],
};
