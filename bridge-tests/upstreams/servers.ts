import { join } from "node:path";
import type { ContentBlock, Progress } from "toolspan/client";
import { javaCommand, npm, PYTHON, SOURCES } from "./places.js";

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

// What the small servers on the official SDKs have in common.
const small = {
  tools: ["add", "grow", "halve", "refuse", "steps", "stopped", "wait"],
  progress: {
    tool: "steps",
    args: { count: 4 },
    told: [1, 2, 3, 4].map((step) => ({ fraction: step / 4, message: `step ${step}` })),
  },
  slow: { tool: "wait", args: {}, isIdempotent: false },
  cancelled: { tool: "stopped", result: 1 },
  grows: { tool: "grow", adds: "grown" },
};
const PYTHON_SERVER = join(SOURCES, "servers/python_sdk.py");

const python: Server = {
  ...small,
  name: "python",
  stdio: [PYTHON, PYTHON_SERVER],
  http: [PYTHON, PYTHON_SERVER, "http"],
  protocol: "2026-07-28",
  // The SDK wraps what is no object in this revision too, which does not ask for it.
  cancelled: { tool: "stopped", result: { result: 1 } },
  succeeds: [{ tool: "add", args: { a: 2, b: 3 }, result: { sum: 5 }, blocks: [text('{\n  "sum": 5\n}')] }],
  fails: [
    {
      why: "what its tool throws",
      tool: "refuse",
      args: {},
      kind: "tool_error",
      error: /^Error executing tool refuse: the door is shut$/,
    },
    { why: "what only the server can check", tool: "halve", args: { value: 3 }, kind: "tool_error", error: /is odd/ },
    {
      why: "a value of another type",
      tool: "add",
      args: { a: "x", b: 1 },
      kind: "invalid_arguments",
      error: /\/a must/,
    },
    { why: "a missing argument", tool: "add", args: { a: 1 }, kind: "invalid_arguments", error: /\/b is required/ },
  ],
};

const pythonOlder: Server = {
  ...python,
  name: "python_older",
  protocol: "2025-11-25",
  more: "protocol: 2025-11-25",
  cancelled: small.cancelled,
};

const java: Server = {
  name: "java",
  stdio: javaCommand("SdkServer"),
  http: [...javaCommand("SdkServer"), "http"],
  protocol: "2025-11-25",
  tools: ["add", "boom", "grow", "lie", "refuse", "steps", "wait"],
  succeeds: [{ tool: "add", args: { a: 2, b: 3 }, result: { sum: 5 }, blocks: [text("{sum=5}")] }],
  fails: [
    { why: "what its tool refuses", tool: "refuse", args: {}, kind: "tool_error", error: /^the door is shut$/ },
    // Over HTTP the SDK sometimes ends the stream before it has told what its tool threw.
    { why: "what its tool throws", over: "stdio", tool: "boom", args: {}, kind: "exception", error: /the door fell/ },
    { why: "a result that its own schema forbids", tool: "lie", args: {}, kind: "tool_error", error: /\/sum: string/ },
    {
      why: "a value of another type",
      tool: "add",
      args: { a: "x", b: 1 },
      kind: "invalid_arguments",
      error: /\/a must/,
    },
    { why: "an unknown argument", tool: "steps", args: { many: 1 }, kind: "invalid_arguments", error: /many/ },
  ],
  progress: small.progress,
  slow: small.slow,
  grows: small.grows,
};

export const SERVERS: readonly Server[] = [everything, python, pythonOlder, java];
