import { tool } from "toolspan";
import { z } from "zod";

/** What every subject of the bench does: it reads its arguments and gives them back. */
export const echo = tool({
  name: "echo",
  description: "Returns its arguments.",
  input: z.object({ text: z.string(), n: z.int() }),
  run: ({ text, n }) => ({ text, n }),
});

/** A tool that waits for something outside. */
export const wait = tool({
  name: "wait",
  description: "Returns its arguments after 50 milliseconds.",
  input: z.object({ text: z.string(), n: z.int() }),
  run: async ({ text, n }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { text, n };
  },
});
