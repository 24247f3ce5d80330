import { ToolResponse, tool } from "toolspan";
import { z } from "zod";
import { materialise } from "./tags.js";

const input = z.looseObject({ value: z.unknown() });
const output = z.object({ city: z.string(), degrees: z.number() });

export const weather = tool({
  name: "weather",
  description: "Promises a city and its degrees.",
  input,
  output,
  run: async ({ value }) => materialise(value) as z.infer<typeof output>,
});

export const honest = tool({
  name: "honest",
  description: "Promises a city, and may fail outright.",
  input,
  output,
  run: async ({ value }) => ToolResponse.error("no such city", { result: value }),
});
