import type { ContentBlock, Progress } from "toolspan/client";

/** A call by the server's own name of the tool. */
interface Call {
  readonly tool: string;
  readonly args: object;
}

interface Failing extends Call {
  readonly why: string;
  readonly kind: string;
  readonly error: RegExp;
  /** Where it holds, if not everywhere. */
  readonly over?: "stdio";
}

/** A server that others wrote, or a small one on an SDK that others wrote, and what is true of it. */
export interface Server {
  readonly name: string;
  readonly stdio: readonly [string, ...string[]];
  readonly http: readonly [string, ...string[]];
  /** The revision that both agree on. */
  readonly protocol: string;
  /** Keys of its own in `mcp_servers`. */
  readonly more?: string;
  /** All that it offers to a client without capabilities. */
  readonly tools: readonly string[];
  readonly succeeds: readonly (Call & { readonly result: unknown; readonly blocks: readonly ContentBlock[] })[];
  readonly fails: readonly Failing[];
  readonly progress: Call & { readonly told: readonly Progress[] };
  /** Tells progress from its start, and takes long. */
  readonly slow: Call & { readonly isIdempotent: boolean };
  /** Tells how many of the slow calls were cancelled where the server knows. */
  readonly cancelled?: { readonly tool: string; readonly result: unknown };
  /** Adds a tool, where it has one that does. */
  readonly grows?: { readonly tool: string; readonly adds: string };
}

/** A block of text, as callers see it. */
export const text = (said: string): ContentBlock => ({ type: "text", text: said });
