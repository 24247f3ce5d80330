import { tool } from "toolspan";
import { z } from "zod";

// `echo` among as many neighbours as the bench asks for, to see what a long list costs.
const count = Number(process.env["BENCH_TOOLS"] ?? "1");

export const tools = Array.from({ length: count }, (_, i) =>
  tool({
    name: i === 0 ? "echo" : `neighbour_${i}`,
    description: `Returns its arguments, as number ${i} in the list.`,
    input: z.object({ text: z.string(), n: z.int() }),
    run: ({ text, n }) => ({ text, n }),
  }),
);
