import { npm } from "./places.js";
import { type Server, text } from "./server.js";

const EVERYTHING = npm("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const WEATHER = { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 };

/** The server that the protocol's own project shows everything with. */
export const everything: Server = {
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
