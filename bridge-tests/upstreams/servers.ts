import type { ContentBlock, Progress } from "toolspan/client";
import { npm } from "./places.js";

/** A call by the server's own name of the tool. */
interface Call {
  readonly tool: string;
  readonly args: object;
}

/** A server that others wrote, or a small one on an SDK that others wrote, and what is true of it. */
export interface Server {
  readonly name: string;
  readonly stdio: readonly [string, ...string[]];
  readonly http: readonly [string, ...string[]];
  /** The revision that both agree on. */
  readonly protocol: string;
  /** All that it offers to a client without capabilities. */
  readonly tools: readonly string[];
  readonly succeeds: readonly (Call & { readonly result: unknown; readonly blocks: readonly ContentBlock[] })[];
  readonly fails: readonly (Call & { readonly why: string; readonly kind: string; readonly error: RegExp })[];
  readonly progress: Call & { readonly told: readonly Progress[] };
  /** Tells progress from its start, and takes long. */
  readonly slow: Call & { readonly isIdempotent: boolean };
  /** Tells how many of the slow calls were cancelled where the server knows. */
  readonly cancelled?: string;
  /** Adds a tool, where it has one that does. */
  readonly grows?: { readonly tool: string; readonly adds: string };
}

const text = (said: string): ContentBlock => ({ type: "text", text: said });

const EVERYTHING = npm("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const WEATHER = { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 };

const everything: Server = {
  name: "everything",
  stdio: [process.execPath, EVERYTHING, "stdio"],
  http: [process.execPath, "--import", npm("loopback.mjs"), EVERYTHING, "streamableHttp"],
  protocol: "2025-11-25",
  tools: [
    "echo",
    "get-annotated-message",
    "get-env",
    "get-resource-links",
    "get-resource-reference",
    "get-structured-content",
    "get-sum",
    "get-tiny-image",
    "gzip-file-as-resource",
    "simulate-research-query",
    "toggle-simulated-logging",
    "toggle-subscriber-updates",
    "trigger-long-running-operation",
  ],
  succeeds: [
    {
      tool: "echo",
      args: { message: "grüß dich" },
      result: [{ type: "text", text: "Echo: grüß dich" }],
      blocks: [text("Echo: grüß dich")],
    },
    {
      tool: "get-structured-content",
      args: { location: "Chicago" },
      result: WEATHER,
      blocks: [text(JSON.stringify(WEATHER))],
    },
  ],
  fails: [
    {
      why: "what its tool throws",
      tool: "get-resource-reference",
      args: { resourceType: "Text", resourceId: -1 },
      kind: "tool_error",
      error: /^Invalid resourceId: -1\. Must be a finite positive integer\.$/,
    },
    {
      why: "a value that its schema does not allow",
      tool: "get-structured-content",
      args: { location: "Oslo" },
      kind: "invalid_arguments",
      error: /\/location/,
    },
    { why: "a missing argument", tool: "get-sum", args: { a: 1 }, kind: "invalid_arguments", error: /\/b is required/ },
    {
      why: "a tool that runs as a task only",
      tool: "simulate-research-query",
      args: { topic: "weather" },
      kind: "tool_error",
      error: /requires task augmentation/,
    },
  ],
  progress: {
    tool: "trigger-long-running-operation",
    args: { duration: 1, steps: 4 },
    told: [{ fraction: 0.25 }, { fraction: 0.5 }, { fraction: 0.75 }, { fraction: 1 }],
  },
  slow: { tool: "trigger-long-running-operation", args: { duration: 40, steps: 200 }, isIdempotent: true },
};

export const SERVERS: readonly Server[] = [everything];
