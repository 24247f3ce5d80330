import type { ToolSpec } from "./spec.js";

/** A tool that says nothing but its name and what a test adds. */
export function spec(name: string, more: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    description: "",
    inputSchema: { type: "object" },
    injectedSchema: null,
    outputSchema: null,
    type: "function",
    source: "s",
    timeout: null,
    idempotent: false,
    digest: "",
    ...more,
  };
}
