import { tool } from "toolspan";

await new Promise((resolve) => setTimeout(resolve, 400));

export const late = tool({ name: "late", description: "Takes a while to load.", run: async () => "loaded" });
