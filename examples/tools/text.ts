import nlp from "compromise";
import { tool } from "toolspan";
import { z } from "zod";

// compromise reads English with rules that exist for JavaScript only: what a Java or Python program gets here, it has no
// library of its own for.

export const analyse = tool({
  name: "analyse",
  description: "Who, where, how much and what was done: people, places, quantities and verbs of an English text.",
  input: z.object({ text: z.string().min(1) }),
  output: z.object({
    sentences: z.int(),
    people: z.array(z.string()),
    places: z.array(z.string()),
    quantities: z.array(z.string()),
    verbs: z.array(z.string()),
  }),
  idempotent: true,
  run: ({ text }) => {
    const read = nlp(text.replaceAll(/\s+/g, " "));
    return {
      sentences: read.sentences().length,
      people: names(read.people().out("array")),
      places: names(read.places().out("array")),
      quantities: names(read.numbers().out("array")),
      verbs: names(read.verbs().toInfinitive().out("array")),
    };
  },
});

function names(found: readonly string[]): string[] {
  return [...new Set(found.map((name) => name.replace(/[^\p{L}\p{N}%]+$/u, "")))];
}
