import { ToolResponse, tool } from "toolspan";
import { z } from "zod";

const begun = new Set<string>();
const stopped = new Set<string>();
const lane = { lane: z.string() };

/** The sum, as structured content. */
export const add = tool({
  name: "add",
  description: "Adds two integers.",
  input: z.object({ a: z.int(), b: z.int() }),
  output: z.object({ sum: z.int() }),
  run: ({ a, b }) => ({ sum: a + b }),
});

/** A failure with everything that a failure may have. */
export const deny = tool({
  name: "deny",
  description: "Fails.",
  input: z.object({}),
  output: z.object({ sum: z.int() }),
  run: () => ToolResponse.error("Nobody may.", { details: { code: "E7" }, result: { asked: 1 }, retryable: true }),
});

export const steps = tool({
  name: "steps",
  description: "Tells progress, and answers.",
  input: z.object({ count: z.int() }),
  run: async ({ count }, { progress }) => {
    for (let step = 1; step <= count; step++) {
      progress({ fraction: step / count, message: `step ${step}` });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "done";
  },
});

export const wait = tool({
  name: "wait",
  description: "Waits until it is cancelled.",
  input: z.object(lane),
  run: ({ lane: id }, { signal, progress }) =>
    new Promise((resolve) => {
      begun.add(id);
      progress({ fraction: 0, message: "begun" });
      signal.addEventListener("abort", () => {
        stopped.add(id);
        resolve(null);
      });
    }),
});

export const waited = tool({
  name: "waited",
  description: "What became of the waiting of a lane.",
  input: z.object(lane),
  output: z.object({ begun: z.boolean(), stopped: z.boolean() }),
  run: ({ lane: id }) => ({ begun: begun.has(id), stopped: stopped.has(id) }),
});
