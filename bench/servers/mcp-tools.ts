import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const input = { text: z.string(), n: z.number().int() };
const content = (value: object) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });

/** The bench's tools in MCP's official server. */
export function mcpServer(): McpServer {
  const server = new McpServer({ name: "bench", version: "0.1.0" });
  server.registerTool("echo", { description: "Returns its arguments.", inputSchema: input }, ({ text, n }) =>
    content({ text, n }),
  );
  server.registerTool(
    "wait",
    { description: "Returns its arguments after 50 milliseconds.", inputSchema: input },
    async ({ text, n }) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return content({ text, n });
    },
  );
  return server;
}
