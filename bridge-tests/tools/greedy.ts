import { tool } from "toolspan";

export const exhaust = tool({
  name: "exhaust",
  description: "Takes memory until there is none.",
  run: async () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => ({ i })));
  },
});

export const frugal = tool({ name: "frugal", description: "Works.", run: async () => "frugal" });
