import { tool } from "toolspan";

export const twin = tool({ name: "twin", description: "Has a namesake.", run: async () => "right" });
export const right = tool({ name: "only_right", description: "Has none.", run: async () => "right" });
