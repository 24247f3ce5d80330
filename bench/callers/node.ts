import { createInterface } from "node:readline";
import { mcpHttpPath, mcpStdioPath } from "./mcp.js";
import { measure, type Path } from "./measure.js";
import type { Reply, Request, Way } from "./protocol.js";
import { rawStreamPath } from "./raw-stream.js";
import { rawPath, unaryPath } from "./raw-unary.js";
import { sdkBatchPath, sdkMcpPath, sdkPath } from "./sdk.js";

// The Node caller: a request a line on stdin, a reply a line on stdout, until stdin ends.

const WAYS = {
  stream: sdkPath,
  "call-all": sdkBatchPath,
  "stream-mcp": sdkMcpPath,
  unary: unaryPath,
  "stream-raw": rawStreamPath,
  "raw-unary": rawPath,
  "mcp-stdio": mcpStdioPath,
  "mcp-http": mcpHttpPath,
  // Java alone has it.
  py4j: () => Promise.reject(new Error("py4j joins Java and Python")),
} satisfies Record<Way, (request: Request) => Promise<Path>>;

const open = new Map<string, readonly Path[]>();

async function answer(request: Request): Promise<Reply> {
  const { way, to, tool, bytes, connections } = request;
  const key = JSON.stringify([way, to, tool, bytes, connections, way === "call-all" ? request.in_flight : 0]);
  let paths = open.get(key);
  if (paths === undefined) {
    paths = await Promise.all(Array.from({ length: connections }, () => WAYS[way](request)));
    open.set(key, paths);
  }
  const reply = await measure(paths, request.in_flight, request.ms);
  if (reply.failed > 0) {
    open.delete(key);
    await Promise.all(paths.map((path) => path.close()));
  }
  return reply;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  const reply = await answer(request).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
await Promise.allSettled([...open.values()].flat().map((path) => path.close()));
process.exit(0);
