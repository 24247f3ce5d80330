/** What the author of a TypeScript tool imports; callers import `toolspan/client`. */
export * from "./tools/authoring.js";
