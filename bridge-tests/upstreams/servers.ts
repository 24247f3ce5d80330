import { join } from "node:path";
import { everything } from "./everything.js";
import { javaCommand, PYTHON, SOURCES } from "./places.js";
import { type Server, text } from "./server.js";

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
