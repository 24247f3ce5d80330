import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Path } from "./measure.js";
import { type Request, textOf } from "./protocol.js";
import { isEcho } from "./sdk.js";

/** MCP's official TypeScript client over the stdio of a server that it starts. */
export function mcpStdioPath(request: Request): Promise<Path> {
  const [command = "", ...args] = request.to;
  return mcpPath(request, new StdioClientTransport({ command, args, stderr: "ignore" }));
}

/** MCP's official TypeScript client over Streamable HTTP. */
export function mcpHttpPath(request: Request): Promise<Path> {
  const transport = new StreamableHTTPClientTransport(new URL(request.to[0] ?? ""));
  // its sessionId is a getter that may give undefined, which exactOptionalPropertyTypes tells from absent
  return mcpPath(request, transport as Transport);
}

async function mcpPath({ tool, bytes }: Request, transport: Transport): Promise<Path> {
  const text = textOf(bytes);
  const client = new Client({ name: "bench", version: "0.1.0" });
  await client.connect(transport);
  return {
    batch: 1,
    call: async (n) => {
      const { content } = await client.callTool({ name: tool, arguments: { text, n } });
      const [block] = Array.isArray(content) ? content : [];
      return isEcho(JSON.parse(String(block?.text)), text, n) ? 1 : 0;
    },
    close: () => client.close(),
  };
}
