import { tool } from "toolspan";

export const spin = tool({
  name: "spin",
  description: "Blocks its event loop for ever.",
  run: async () => {
    for (;;);
  },
});

export const idle = tool({ name: "idle", description: "Works.", run: async () => "idle" });
