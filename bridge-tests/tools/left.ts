import { tool } from "toolspan";

export const twin = tool({ name: "twin", description: "Has a namesake.", run: async () => "left" });
export const left = tool({ name: "only_left", description: "Has none.", run: async () => "left" });
