import { resolve } from "node:path";
import { z } from "zod";
import { LOG_LEVELS, type LogLevel } from "../record/levels.js";
import type { EventLogOptions } from "../record/log-file.js";
import { DEFAULT_BOUNDS } from "../record/truncate.js";

const LEVEL_TEXT = "OFF, STANDARD or VERBOSE";
const BOUND_TEXT = "a whole number, 0 for no bound";

// Flink Agents takes levels in either case.
const level = z
  .string({ error: LEVEL_TEXT })
  .regex(/^(off|standard|verbose)$/i, { error: LEVEL_TEXT })
  .transform((text): LogLevel => LOG_LEVELS.find((one) => one === text.toUpperCase()) ?? "STANDARD");
const bound = z.int({ error: BOUND_TEXT }).nonnegative({ error: BOUND_TEXT });

/** The event log, as a person writes it in toolspan.yaml. */
export const eventLogSchema = z.strictObject({
  file: z
    .string({ error: "the path of a file" })
    .min(1, { error: "the path of a file" })
    .meta({ description: "Lines are appended to it; relative to this file." }),
  level: level.optional().meta({ description: "What is written of an event. Default: STANDARD." }),
  types: z
    .record(z.string(), level, { error: `a mapping of event types to ${LEVEL_TEXT}` })
    .optional()
    .meta({ description: "The level of an event type, or of all types below a dotted name." }),
  max_string_length: bound.optional().meta({ description: "STANDARD: characters of one text. Default: 2000." }),
  max_array_elements: bound.optional().meta({ description: "STANDARD: elements of one list. Default: 20." }),
  max_depth: bound.optional().meta({ description: "STANDARD: levels of nested values. Default: 5." }),
});

/** The event log that a configuration asks for; its path is relative to `folder`. */
export function eventLogOf(config: z.output<typeof eventLogSchema>, folder: string): EventLogOptions {
  return {
    file: resolve(folder, config.file),
    level: config.level ?? "STANDARD",
    types: config.types ?? {},
    bounds: {
      maxStringLength: config.max_string_length ?? DEFAULT_BOUNDS.maxStringLength,
      maxArrayElements: config.max_array_elements ?? DEFAULT_BOUNDS.maxArrayElements,
      maxDepth: config.max_depth ?? DEFAULT_BOUNDS.maxDepth,
    },
  };
}
