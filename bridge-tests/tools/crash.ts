import { appendFileSync } from "node:fs";
import { tool } from "toolspan";
import { z } from "zod";

const input = z.object({ file: z.string().optional() });

function note(file: string | undefined): void {
  if (file !== undefined) appendFileSync(file, "attempt\n");
}

export const exit = tool({
  name: "exit",
  description: "Ends its process after a side effect.",
  input,
  run: async ({ file }) => {
    note(file);
    process.exit(3);
  },
});

export const exitIdempotent = tool({
  name: "exit_idempotent",
  description: "Ends its process, and may be repeated.",
  idempotent: true,
  input,
  run: async ({ file }) => {
    note(file);
    process.exit(3);
  },
});

export const throwLater = tool({
  name: "throw_later",
  description: "Throws where nobody can catch it.",
  input,
  run: async ({ file }) => {
    note(file);
    setTimeout(() => {
      throw new Error("uncaught");
    }, 1);
    await new Promise(() => {});
  },
});

export const fine = tool({ name: "fine", description: "Works.", run: async () => "fine" });
