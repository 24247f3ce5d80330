import { tool } from "toolspan";

const first = tool({ name: "first", description: "Comes in an array.", run: async () => "first" });
const dotted = tool({ name: "cal.upd", description: "Has a dot in its name.", run: async () => "dotted" });

export const tools = [first, dotted];
export const notATool = { name: "not_a_tool", description: "Is only data.", run: "no" };
export const version = "1";
